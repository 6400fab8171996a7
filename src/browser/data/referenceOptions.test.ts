import { describe, expect, it } from 'vitest'
import type { Register } from '../../model/model.ts'
import { referenceOptionsQuery } from './referenceOptions.ts'

const register = (more: Partial<Register>) => ({ name: 'x', label: 'nome', textKey: false, fields: [], ...more }) as Register
const ncms = register({ label: 'descricao', textKey: true })
const produtos = register({ label: 'desc_prod', code: 'cod_prod' })

describe('what a reference searches for', () => {
  it('digits: the key by its beginning', () => {
    expect(referenceOptionsQuery(ncms, '2203', undefined).where).toEqual({ id: { like: '2203%' } })
    expect(referenceOptionsQuery(produtos, '78', { stt_prod: true }).where).toEqual({
      and: [{ stt_prod: true }, { or: [{ cod_prod: { like: '78%' } }, { desc_prod: { ilike: '%78%' } }] }],
    })
  })
  it('digits: other numbers that are searched by, too', () => {
    const phone = { name: 'telefone1', kind: 'text', refine: { keep: 'digits' }, search: true, stored: true }
    const fields = [
      phone,
      { ...phone, name: 'telefone2', search: false },
      { name: 'cnpj', kind: 'taxId', search: true, stored: true },
    ]
    const parceiros = register({ label: 'nome_fantasia', code: 'cnpj', fields: fields as never })
    expect(referenceOptionsQuery(parceiros, '119', undefined).where).toEqual({
      or: [{ cnpj: { like: '119%' } }, { telefone1: { like: '119%' } }, { nome_fantasia: { ilike: '%119%' } }],
    })
  })
  it('words: free text, and the label when they are too short for it', () => {
    expect(referenceOptionsQuery(produtos, 'pão', undefined)).toMatchObject({ q: 'pão' })
    expect(referenceOptionsQuery(produtos, 'pã', undefined).where).toEqual({ desc_prod: { ilike: '%pã%' } })
  })
  it('a number as it is printed: its digits', () => {
    expect(referenceOptionsQuery(ncms, '2203.00.00', undefined).where).toEqual({ id: { like: '22030000%' } })
    expect(referenceOptionsQuery(produtos, '1,5', undefined)).toMatchObject({ q: '1,5' })
    expect(referenceOptionsQuery(produtos, '1.5', undefined)).toMatchObject({ q: '1.5' })
  })
  it('words: those that fit best first', () =>
    expect(referenceOptionsQuery(produtos, 'pão', undefined)).not.toHaveProperty('order'))
  it('nothing typed: the first by name', () =>
    expect(referenceOptionsQuery(produtos, '', undefined)).toEqual({
      fields: ['id', 'desc_prod', 'cod_prod'],
      order: ['desc_prod ASC'],
    }))
})

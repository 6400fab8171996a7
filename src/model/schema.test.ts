import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { shopDefinitions } from './fixtures/shop.ts'
import { formatMessage, formatProblem } from './formatMessage.ts'
import { readModel } from './read.ts'
import { recordSchema, schemaFormats } from './schema.ts'
import { editDistance, nearestWord } from './source/nearest.ts'

const { model } = readModel(shopDefinitions)

describe('recordSchema', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, formats: schemaFormats })
  const validate = ajv.compile(recordSchema(model, 'produtos'))

  it('takes a record with its child rows, empty fields included', () => {
    const record = {
      nome: 'Bolo',
      grupoId: 3,
      motivo: null,
      tipo: null,
      venda: 9.9,
      dias: [0, 6],
      disponibilidades: [
        { dia: 2, inicio: null },
        { id: 4, dia: 1, deletar: true },
      ],
    }
    expect(validate(record), JSON.stringify(validate.errors)).toBe(true)
  })

  it.each([
    [{ grupoId: 3 }],
    [{ nome: null, grupoId: 3 }],
    [{ nome: 'x', grupoId: 'x' }],
    [{ nome: 'x', grupoId: 3, disponibilidades: [{ inicio: '09:00' }] }],
    [{ nome: 'x', grupoId: 3, promocao: 'ontem' }],
    [{ nome: 'x', grupoId: 3, tipo: 9 }],
  ])('refuses %j', record => {
    expect(validate(record)).toBe(false)
  })

  it('says titles, what is read only and what is written only', () => {
    const { properties } = recordSchema(model, 'produtos')
    expect(properties.bloqueado).toMatchObject({ title: 'Bloqueado', readOnly: true })
    expect(properties.senha).toMatchObject({ writeOnly: true })
  })
})

describe('texts', () => {
  it('fills parameters in and shows an unknown code as itself', () => {
    expect(formatMessage(model, 'venda-menor', { field: 'Venda' })).toBe('Texto de venda-menor Venda')
    expect(formatMessage(model, 'nada')).toBe('nada')
    expect(formatProblem(model, { path: 'x', code: 'venda-menor' })).toBe('Texto de venda-menor {field}')
  })
})

describe('the nearest word', () => {
  it.each([
    ['maxLenght', 'maxLength'],
    ['Nome', 'nome'],
    ['titel', 'title'],
    ['xyz', undefined],
  ])('%s is %s', (word, expected) => {
    expect(nearestWord(word, ['maxLength', 'minLength', 'nome', 'title', 'scope'])).toBe(expected)
  })

  it('counts a swap once', () => {
    expect(editDistance('abcd', 'abdc')).toBe(1)
    expect(editDistance('', 'abc')).toBe(3)
  })
})

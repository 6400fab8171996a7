import { describe, expect, it } from 'vitest'
import type { Lookup, Register } from '../../../model/model.ts'
import type { FieldValues } from './draftRows.ts'
import { buildLookupRequest, isStaleFor, readLookupReply } from './lookups.ts'

const register = { name: 'produtos', fields: [] } as unknown as Register
const meanings: Record<string, (scope: FieldValues) => unknown> = {
  value: scope => scope.value,
  id: scope => scope.id,
  filled: scope => scope.value !== '',
  used: scope => (scope.reply as { count: number }).count > 0,
}
const evaluate = (_: Register, expression: string, scope: FieldValues): unknown => meanings[expression]?.(scope)

const unique: Lookup = {
  call: { method: 'GET', path: 'produtos/uniqCodigo', query: { value: 'value', id: 'id' } },
  when: 'filled',
  wait: 750,
  problem: { when: 'used', message: 'code-used' },
}
const cep: Lookup = {
  call: { method: 'GET', path: 'Apps/buscaCEP/{cep}', query: {} },
  wait: 750,
  fills: { logradouro: 'logradouro', cidade: 'localidade', codigo: 'dados.ibge' },
}

describe('a lookup', () => {
  it('asks with what is typed, and not at all without it', () => {
    expect(buildLookupRequest(register, unique, { id: 7 }, '123', evaluate)).toEqual({
      method: 'GET',
      path: 'produtos/uniqCodigo',
      query: { value: '123', id: 7 },
    })
    expect(buildLookupRequest(register, unique, {}, '123', evaluate)?.query).toEqual({ value: '123' })
    expect(buildLookupRequest(register, unique, { id: 7 }, null, evaluate)).toBeUndefined()
  })
  it('fills its address from the record', () => {
    expect(buildLookupRequest(register, cep, { cep: '01310100' }, '01310100', evaluate)?.path).toBe('Apps/buscaCEP/01310100')
  })
  it('tells a problem by its reply', () => {
    expect(readLookupReply(register, unique, { count: 1 }, {}, evaluate).problem).toBe('code-used')
    expect(readLookupReply(register, unique, { count: 0 }, {}, evaluate).problem).toBeUndefined()
  })
  it('fills what is empty, and what is not only where it may', () => {
    const reply = { logradouro: 'Rua A', localidade: 'São Paulo', dados: { ibge: '3550308' } }
    expect(readLookupReply(register, cep, reply, { logradouro: 'Rua B', cidade: '' }, evaluate).fills).toEqual({
      cidade: 'São Paulo',
      codigo: '3550308',
    })
    expect(readLookupReply(register, { ...cep, overwrite: true }, reply, { logradouro: 'Rua B' }, evaluate).fills).toMatchObject({
      logradouro: 'Rua A',
    })
  })
  it('puts the town of a new CEP over the old one, and the street unless somebody typed it', () => {
    const town: Lookup = { ...cep, overwrite: ['cidade', 'codigo'] }
    const saved = { logradouro: 'Rua das Flores', cidade: 'CURITIBA', codigo: '4106902' }
    const reply = { logradouro: 'Avenida Paulista', localidade: 'São Paulo', dados: { ibge: '3550308' } }
    const fills = (values: typeof saved, base: typeof saved | undefined) =>
      readLookupReply(
        register,
        town,
        reply,
        values,
        evaluate,
        isStaleFor(town, () => false, values, base),
      ).fills
    expect(fills(saved, saved)).toEqual({ logradouro: 'Avenida Paulista', cidade: 'São Paulo', codigo: '3550308' })
    expect(fills({ ...saved, logradouro: 'Rua B' }, saved)).toEqual({ cidade: 'São Paulo', codigo: '3550308' })
    expect(fills(saved, undefined)).toEqual({ cidade: 'São Paulo', codigo: '3550308' })
  })
  it('takes a default for what nobody typed', () => {
    const priced = { ...register, fields: [{ name: 'valor', default: 0 }] } as unknown as Register
    const price: Lookup = { call: { method: 'GET', path: 'produtos', query: {} }, wait: 0, fills: { valor: 'preco' } }
    expect(readLookupReply(priced, price, { preco: 9 }, { valor: 0 }, evaluate).fills).toEqual({ valor: 9 })
    expect(readLookupReply(priced, price, { preco: 9 }, { valor: 5 }, evaluate).fills).toEqual({})
  })
  it('changes what an earlier reply filled, and empties it when there is nothing for it', () => {
    const values = { logradouro: 'Rua B', cidade: 'Campinas', codigo: '' }
    const ours = (name: string) => name !== 'cidade'
    expect(
      readLookupReply(register, cep, { logradouro: 'Rua A', localidade: 'São Paulo' }, values, evaluate, ours).fills,
    ).toEqual({
      logradouro: 'Rua A',
    })
    expect(readLookupReply(register, cep, { localidade: 'São Paulo' }, values, evaluate, ours).fills).toEqual({
      logradouro: null,
    })
  })
  it('makes a row of what the reply says', () => {
    const company: Lookup = { ...cep, adds: { enderecos: { cep: 'cep', numero: 'numero', uf: 'uf' } } }
    const { rows } = readLookupReply(register, company, { cep: '01001000', numero: '', uf: 'SP' }, {}, evaluate)
    expect(rows).toEqual({ enderecos: { cep: '01001000', uf: 'SP' } })
    expect(readLookupReply(register, company, {}, {}, evaluate).rows).toEqual({})
  })
})

import { expect, it } from 'vitest'
import { emptiedByEdit, fixedWhere, narrowedWhere, valuesOffered } from './narrowing.ts'

const where = { ativo: true, grupoId: '$grupoId', tipo: '$tipo' }

it('narrows by what the record has, and by nothing where it has nothing', () => {
  expect(narrowedWhere(where, { grupoId: 3, tipo: '' })).toEqual({ ativo: true, grupoId: 3 })
  expect(narrowedWhere({ grupoId: '$grupoId' }, { grupoId: null })).toBeUndefined()
  expect(narrowedWhere({ pago: '$pago' }, { pago: false })).toEqual({ pago: false })
  expect(narrowedWhere({ ativo: true }, undefined)).toEqual({ ativo: true })
  expect(fixedWhere(where)).toEqual({ ativo: true })
})

it('empties what was chosen among others, and what hangs on that', () => {
  const fields = [
    { name: 'ufId' },
    { name: 'cidadeId', reference: { where: { ufId: '$ufId' } } },
    { name: 'bairroId', reference: { where: { cidadeId: '$cidadeId' } } },
    { name: 'ruaId', reference: { where: { ativo: true } } },
  ]
  const record = { ufId: 1, cidadeId: 2, bairroId: 3, ruaId: 4 }
  expect(emptiedByEdit(fields, record, 'ufId', 9)).toEqual({ cidadeId: null, bairroId: null })
  expect(emptiedByEdit(fields, record, 'ufId', 1)).toEqual({})
  // A choice made before there was a state may belong to the one that is chosen now.
  expect(emptiedByEdit(fields, { ...record, ufId: null }, 'ufId', 9)).toEqual({})
})

it('a record made in place has what the choice demands', () => {
  expect(valuesOffered(narrowedWhere(where, { grupoId: 3 }))).toEqual({ ativo: true, grupoId: 3 })
  expect(valuesOffered({ preco: { gt: 3 }, or: [{ a: 1 }] })).toEqual({})
})

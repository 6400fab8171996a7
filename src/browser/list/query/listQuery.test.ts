import { expect, test } from 'vitest'
import type { Field } from '../../../model/model.ts'
import { type ListColumn, listColumns, shownColumns } from '../cells/listColumns.ts'
import { exampleModel, exampleRegister } from '../fixtures/exampleRegister.ts'
import { listFilterOf, listQueryOf, whereOf } from './listQuery.ts'
import { readListState } from './listUrlState.ts'

const columns = listColumns(exampleModel, exampleRegister)
const state = (text: string) => readListState(new URLSearchParams(text), exampleRegister)
const own = { tipo: { neq: 'B' } }

test('the page, the order and the records that its columns show', () => {
  expect(listQueryOf(state('page=3&perPage=25&ativo='), exampleRegister, shownColumns(columns, undefined))).toEqual({
    where: own,
    order: ['nome ASC'],
    skip: 50,
    limit: 25,
    include: [{ relation: 'grupo', scope: { fields: 'brief' } }],
  })
  expect(listQueryOf(state(''), exampleRegister, shownColumns(columns, ['nome'])).include).toBeUndefined()
})

test('the own fields of a layer come where the list can show them', () => {
  const field = { ...exampleRegister.fields[0], name: 'x_acme_mesa' } as Field
  const layered = { ...exampleRegister, fields: [...exampleRegister.fields, field] }
  expect(listQueryOf(state(''), layered, columns).fields).toBe('list')
  const [first] = columns as [ListColumn, ...ListColumn[]]
  const chosen = { ...first, view: { ...first.view, field: 'x_acme_mesa', hidden: true } }
  expect(listQueryOf(state(''), layered, [first, chosen])).not.toHaveProperty('fields')
  expect(listQueryOf(state(''), exampleRegister, columns)).not.toHaveProperty('fields')
})

test("every operator as the server takes it, beside the definition's own condition", () => {
  const where = (text: string) => whereOf(state(`ativo=&${text}`).filters, exampleRegister)
  expect(where('grupoId=3')).toEqual({ and: [own, { grupoId: 3 }] })
  expect(where('nome=p%C3%A3o')).toEqual({ and: [own, { nome_like: 'pão' }] })
  expect(where('preco=1..2')).toEqual({ and: [own, { preco: { between: [1, 2] } }] })
  expect(where('preco=1..')).toEqual({ and: [own, { preco: { gte: 1 } }] })
  expect(where('preco=..2')).toEqual({ and: [own, { preco: { lte: 2 } }] })
  expect(where('tipo=A,B')).toEqual({ and: [own, { tipo: { inq: ['A', 'B'] } }] })
  expect(where('')).toEqual(own)
})

test('a count asks for the same rows and nothing more', () => {
  expect(listFilterOf(state('q=+caf%C3%A9+&page=4'), exampleRegister)).toEqual({
    where: { and: [own, { ativo: true }] },
    q: 'café',
  })
})

test('another field of a record comes along by name', () => {
  const [first] = columns
  const odd = {
    ...first,
    id: 'grupo.version',
    view: { ...first?.view, field: 'grupo.version' },
    relation: { as: 'grupo', field: 'version', target: exampleModel.registers.grupos },
  }
  const query = listQueryOf(state(''), exampleRegister, [odd as never])
  expect(query.include).toEqual([{ relation: 'grupo', scope: { fields: ['id', 'nome', 'version'] } }])
})

import { expect, test } from 'vitest'
import { actionsAt, fillPath, isLocked, nameOf, paintedExpressions, standing } from './actions.ts'
import { checkValue } from './checkValue.ts'
import { conflictOf } from './conflict.ts'
import { example, exampleField } from './example.ts'
import { readableFilter } from './filterText.ts'
import { nextOrder, readOrder } from './order.ts'

const may = (gate: string | undefined) => gate === 'cadastros_ver'

test('actions stand where the definition puts them, behind their gate', () => {
  expect(actionsAt(example, 'row', may).map(({ id }) => id)).toEqual(['open', 'clone', 'remove', 'ativar'])
  expect(actionsAt(example, 'bulk', may).map(({ id }) => id)).toEqual(['ativar'])
  expect(actionsAt(example, 'list', may)).toEqual([])
  expect(actionsAt(example, 'list', () => true).map(({ id }) => id)).toEqual(['zerar'])
})

test('a condition that cannot be told yet disables', () => {
  const ativar = example.views.actions.find(({ id }) => id === 'ativar') ?? expect.fail('no action')
  expect(standing(ativar, {}, () => undefined)).toBe('disabled')
  expect(standing(ativar, {}, () => true)).toBe('enabled')
  expect(standing({ ...ativar, visibleWhen: 'ativo' }, {}, () => false)).toBe('hidden')
  expect(isLocked(example, {}, () => true)).toBe(false)
})

test('addresses are filled from the record', () => {
  expect(fillPath('/itens?grupoId={id}&nome={nome}', { id: 3, nome: 'pão e café' })).toBe(
    '/itens?grupoId=3&nome=p%C3%A3o%20e%20caf%C3%A9',
  )
  expect(nameOf(example, { id: 3, nome: 'Pão' })).toBe('Pão')
  expect(nameOf(example, { id: 3 })).toBe(`${example.singular} 3`)
})

test('a header orders up, down, and back to the definition', () => {
  expect(nextOrder(['nome ASC'], 'preco', ['nome ASC'])).toEqual(['preco ASC'])
  expect(nextOrder(['preco ASC'], 'preco', ['nome ASC'])).toEqual(['preco DESC'])
  expect(nextOrder(['preco DESC'], 'preco', ['nome ASC'])).toEqual(['nome ASC'])
  expect(nextOrder(['nome DESC'], 'nome', ['nome ASC'])).toEqual(['nome ASC'])
  expect(readOrder(['id desc', 'nome'])).toEqual([
    { column: 'id', desc: true },
    { column: 'nome', desc: false },
  ])
})

test('a conflict brings the record as it is and who changed it', () => {
  const body = {
    error: { code: 'version-conflict' },
    current: { id: 1, nome: 'Dela' },
    changes: [{ nome: 'Maria', createdAt: '2026-11-20T12:00:00Z' }],
  }
  expect(conflictOf({ status: 409, body })).toEqual({ current: { id: 1, nome: 'Dela' }, by: 'Maria', at: '2026-11-20T12:00:00Z' })
  expect(conflictOf({ status: 409, body: {} })).toEqual({})
  expect(conflictOf({ status: 422, body })).toBeUndefined()
})

test('a cell is checked before it is sent', () => {
  expect(checkValue(exampleField('nome'), '')?.code).toBe('required-cell')
  expect(checkValue(exampleField('codigo'), null)).toBeUndefined()
  expect(checkValue(exampleField('preco'), -1)?.code).toBe('minimum')
})

test('filters read as people say them', () => {
  const words = { from: 'de', to: 'até' }
  expect(readableFilter({ from: 10, to: 20 }, exampleField('preco'), words)).toBe('de R$\u00a010,00 até R$\u00a020,00')
  expect(readableFilter({ to: 20 }, exampleField('preco'), words)).toBe('até R$\u00a020,00')
  expect(readableFilter({ eq: true }, exampleField('ativo'), words)).toBe('Sim')
  expect(readableFilter({ in: ['A', 'B'] }, exampleField('tipo'), words)).toBe('Alfa, Beta')
})

test('the looks of a list depend on the conditions of its columns, rows and actions', () => {
  expect(paintedExpressions(example, [])).toEqual(['!ativo'])
  const toned = {
    ...example,
    views: { ...example.views, list: { ...example.views.list, rowTone: [{ when: 'preco > 2.0', tone: 'info' as const }] } },
  }
  expect(paintedExpressions(toned, [])).toEqual(['preco > 2.0', '!ativo'])
})

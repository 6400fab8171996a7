import { expect, test } from 'vitest'
import { fillAddress } from '../../model/fillAddress.ts'
import { readableFilter } from '../list/bar/readableFilter.ts'
import { displayExpressions } from '../list/cells/displayExpressions.ts'
import { exampleField, exampleRegister } from '../list/fixtures/exampleRegister.ts'
import { nextSortOrder, parseSortOrder } from '../list/query/sortOrder.ts'
import { toneOf } from '../list/toneOfRow.ts'
import { actionAvailability, actionsAt, isLocked, recordName } from './actions.ts'
import { checkFieldValue } from './checkFieldValue.ts'
import { saveConflictOf } from './saveConflict.ts'

const may = (gate: string | undefined) => gate === 'cadastros_ver'

test('actions stand where the definition puts them, behind their gate', () => {
  expect(actionsAt(exampleRegister, 'row', may).map(({ id }) => id)).toEqual(['open', 'clone', 'remove', 'ativar'])
  expect(actionsAt(exampleRegister, 'bulk', may).map(({ id }) => id)).toEqual(['ativar'])
  expect(actionsAt(exampleRegister, 'list', may)).toEqual([])
  expect(actionsAt(exampleRegister, 'list', () => true).map(({ id }) => id)).toEqual(['zerar'])
})

test('a condition that cannot be told yet disables', () => {
  const ativar = exampleRegister.views.actions.find(({ id }) => id === 'ativar') ?? expect.fail('no action')
  expect(actionAvailability(ativar, {}, () => undefined)).toBe('disabled')
  expect(actionAvailability(ativar, {}, () => true)).toBe('enabled')
  expect(actionAvailability({ ...ativar, visibleWhen: 'ativo' }, {}, () => false)).toBe('hidden')
  expect(isLocked(exampleRegister, {}, () => true)).toBe(false)
})

test('addresses are filled from the record', () => {
  expect(fillAddress('/itens?grupoId={id}&nome={nome}', { id: 3, nome: 'pão e café' })).toBe(
    '/itens?grupoId=3&nome=p%C3%A3o%20e%20caf%C3%A9',
  )
  expect(recordName(exampleRegister, { id: 3, nome: 'Pão' })).toBe('Pão')
  expect(recordName(exampleRegister, { id: 3 })).toBe(`${exampleRegister.singular} 3`)
  const [field = expect.fail('no field')] = exampleRegister.fields
  const byChoice = {
    ...exampleRegister,
    label: 'fase',
    fields: [{ ...field, name: 'fase', choices: [{ value: 'A', title: 'Aberta' }] }],
  }
  expect(recordName(byChoice, { id: 3, fase: 'A' })).toBe('Aberta')
  expect(recordName(byChoice, { id: 3, fase: 'GONE' })).toBe('GONE')
})

test('a header orders up, down, and back to the definition', () => {
  expect(nextSortOrder(['nome ASC'], 'preco', ['nome ASC'])).toEqual(['preco ASC'])
  expect(nextSortOrder(['preco ASC'], 'preco', ['nome ASC'])).toEqual(['preco DESC'])
  expect(nextSortOrder(['preco DESC'], 'preco', ['nome ASC'])).toEqual(['nome ASC'])
  expect(nextSortOrder(['nome DESC'], 'nome', ['nome ASC'])).toEqual(['nome ASC'])
  expect(parseSortOrder(['id desc', 'nome'])).toEqual([
    { column: 'id', desc: true },
    { column: 'nome', desc: false },
  ])
})

test('a conflict brings the record as it is and who changed it', () => {
  const body = {
    error: { code: 'version-conflict' },
    current: { id: 1, nome: 'Dela' },
    changes: [{ userId: 2, name: 'Maria', fields: {}, createdAt: '2026-11-20T12:00:00Z' }],
  }
  expect(saveConflictOf({ status: 409, body })).toEqual({
    current: { id: 1, nome: 'Dela' },
    by: 'Maria',
    at: '2026-11-20T12:00:00Z',
  })
  expect(saveConflictOf({ status: 409, body: {} })).toEqual({})
  expect(saveConflictOf({ status: 422, body })).toBeUndefined()
})

test('a cell is checked before it is sent', () => {
  expect(checkFieldValue(exampleField('nome'), '')?.code).toBe('required-cell')
  expect(checkFieldValue(exampleField('codigo'), null)).toBeUndefined()
  expect(checkFieldValue(exampleField('preco'), -1)?.code).toBe('minimum')
})

test('filters read as people say them', () => {
  const words = { from: 'de', to: 'até', none: 'nenhum' }
  expect(readableFilter({ from: 10, to: 20 }, exampleField('preco'), words)).toBe('de R$\u00a010,00 até R$\u00a020,00')
  expect(readableFilter({ to: 20 }, exampleField('preco'), words)).toBe('até R$\u00a020,00')
  expect(readableFilter({ none: true }, exampleField('preco'), words)).toBe('nenhum')
  expect(readableFilter({ eq: true }, exampleField('ativo'), words)).toBe('Sim')
  expect(readableFilter({ in: ['A', 'B'] }, exampleField('tipo'), words)).toBe('Alfa, Beta')
  expect(readableFilter({ in: ['A'], none: true }, exampleField('tipo'), words)).toBe('Alfa, nenhum')
  // Days are the store's, and no moments of another zone.
  const days = { from: '2026-11-23', to: '2026-11-26' }
  expect(readableFilter(days, exampleField('createdAt'), words)).toBe('de 23/11/2026 até 26/11/2026')
  expect(readableFilter({ from: '2026-11-26', to: '2026-11-26' }, exampleField('createdAt'), words)).toBe('26/11/2026')
})

test('the looks of a list depend on the conditions of its columns, rows and actions', () => {
  expect(displayExpressions(exampleRegister, [])).toEqual(['!ativo'])
  const toned = {
    ...exampleRegister,
    views: {
      ...exampleRegister.views,
      list: { ...exampleRegister.views.list, rowTone: [{ when: 'preco > 2.0', tone: 'info' as const }] },
    },
  }
  expect(displayExpressions(toned, [])).toEqual(['preco > 2.0', '!ativo'])
  const [first, ...others] = exampleRegister.views.list.columns
  const columns = [
    { ...(first ?? expect.fail('no column')), tones: [{ when: 'preco < 1.0', tone: 'danger' as const }] },
    ...others,
  ]
  const coloured = { ...exampleRegister, views: { ...exampleRegister.views, list: { ...exampleRegister.views.list, columns } } }
  expect(displayExpressions(coloured, [])).toEqual(['preco < 1.0', '!ativo'])
  const holds = (when: string) => when === 'preco < 1.0'
  expect(toneOf(columns[0]?.tones, { id: 1 }, { evaluate: holds })).toBe('danger')
  expect(toneOf(columns[0]?.tones, { id: 1 }, { evaluate: () => undefined })).toBeUndefined()
  expect(toneOf(undefined, { id: 1 }, { evaluate: holds })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { exampleRegister } from '../fixtures/exampleRegister.ts'
import { groupTotals } from './narrowed.ts'

const { list } = exampleRegister.views
const byType = { ...list, totals: [], note: { by: 'tipo', sums: ['preco'] } }

test('groups tell the sums of the list', () => {
  expect(groupTotals({ ...list, totals: ['preco'] }, { group: 'grupoId', filters: {} })).toEqual(['preco'])
})

test('sums that mean something by the options of a field alone are told where a group has one of them', () => {
  expect(groupTotals(byType, { group: 'grupoId', filters: {} })).toEqual([])
  expect(groupTotals(byType, { group: 'tipo', filters: {} })).toEqual(['preco'])
  expect(groupTotals(byType, { group: 'grupoId', filters: { tipo: { eq: 'A' } } })).toEqual(['preco'])
  expect(groupTotals(byType, { group: 'grupoId', filters: { tipo: { in: ['A', 'B'] } } })).toEqual([])
})

import { expect, test } from 'vitest'
import { columnAlign, columnText, columnValue, columnWidth, listColumns, referenceLabel, shownColumns } from './columns.ts'
import { example, exampleModel } from './example.ts'
import { totalsOf } from './totals.ts'

const columns = listColumns(exampleModel, example)
const column = (id: string) => columns.find(one => one.id === id) ?? expect.fail(`no column ${id}`)
const row = {
  id: 1,
  codigo: '7',
  nome: 'Pão',
  preco: 1234.5,
  grupoId: 3,
  grupo: { id: 3, nome: 'Padaria' },
  ativo: true,
  tipo: 'A',
  criado: '2026-01-31',
}

test('the example is a sound definition', async () => {
  const { exampleProblems } = await import('./example.ts')
  expect(exampleProblems).toEqual([])
})

test('hidden columns wait in the chooser; an address of none shows the usual ones', () => {
  expect(shownColumns(columns, undefined).map(({ id }) => id)).toEqual(['codigo', 'nome', 'preco', 'grupoId', 'ativo'])
  expect(shownColumns(columns, ['tipo', 'nome']).map(({ id }) => id)).toEqual(['nome', 'tipo'])
  expect(shownColumns(columns, ['nada']).length).toBe(5)
})

test('a reference shows the label of its record', () => {
  expect(columnValue(column('grupoId'), row)).toBe(3)
  expect(referenceLabel(column('grupoId'), row)).toBe('Padaria')
  expect(referenceLabel(column('grupoId'), { id: 2, grupoId: 3 })).toBeUndefined()
  expect(referenceLabel(column('nome'), row)).toBeUndefined()
})

test('copied texts: numbers as a Brazilian spreadsheet takes them', () => {
  expect(columns.map(one => columnText(one, row)).slice(0, 7)).toEqual([
    '7',
    'Pão',
    '1234,50',
    'Padaria',
    'Sim',
    'Alfa',
    '31/01/2026',
  ])
  expect(columnText(column('preco'), { id: 1 })).toBe('')
})

test('numbers stand at the right, switches in the middle', () => {
  expect(columnAlign(column('preco'))).toBe('end')
  expect(columnAlign(column('ativo'))).toBe('center')
  expect(columnAlign(column('nome'))).toBe('start')
  expect(columnWidth(column('ativo')).fixed).toBe(true)
})

test('totals are exact and only of what the definition asks', () => {
  const rows = [0.1, 0.2, 1000].map((preco, id) => ({ id, preco }))
  expect([...totalsOf(columns, example.views.list.totals, rows)]).toEqual([['preco', 'R$\u00a01.000,30']])
})

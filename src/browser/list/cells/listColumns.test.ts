import { expect, test } from 'vitest'
import { exampleModel, exampleRegister } from '../fixtures/exampleRegister.ts'
import { summedColumns, totalsOf } from '../query/useTotals.ts'
import { columnAlign, columnText, columnValue, columnWidth, listColumns, referenceLabel, shownColumns } from './listColumns.ts'

const columns = listColumns(exampleModel, exampleRegister)
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
  const { exampleProblems } = await import('../fixtures/exampleRegister.ts')
  expect(exampleProblems).toEqual([])
})

test('hidden columns wait in the chooser; an address of none shows the usual ones', () => {
  expect(shownColumns(columns, undefined).map(({ id }) => id)).toEqual(['codigo', 'nome', 'preco', 'grupoId', 'ativo'])
  expect(shownColumns(columns, ['tipo', 'nome']).map(({ id }) => id)).toEqual(['nome', 'tipo'])
  expect(shownColumns(columns, ['nada']).length).toBe(5)
})

test('a value that says that nothing was chosen is shown as nothing, cut and copied as well', () => {
  const plain = column('preco')
  const unset = { ...plain, field: plain.field && { ...plain.field, unset: true as const, default: 999 } }
  expect([columnValue(unset, { ...row, preco: 999 }), columnText(unset, { ...row, preco: 999 })]).toEqual([null, ''])
  expect([columnValue(unset, row), columnValue(plain, { ...row, preco: 999 })]).toEqual([1234.5, 999])
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

test('what names a record gives way last, what is fixed not at all', () => {
  const name = columnWidth(column('nome'), true)
  expect(name.least).toBeGreaterThan(columnWidth(column('nome')).least)
  expect(name.least).toBeLessThan(name.width)
  expect(columnWidth(column('ativo')).fixed).toBe(true)
  const price = column('preco')
  const wished = columnWidth({ ...price, view: { ...price.view, width: 180 } })
  expect(wished.least).toBe(180)
})

test('totals are of the columns shown that the definition sums, in their format', () => {
  const asked = summedColumns(columns, ['preco', 'nome', 'grupo.nome'])
  expect(asked.map(({ id }) => id)).toEqual(['preco'])
  expect(totalsOf(asked, { preco: 1000.3, outro: 1 }).map(({ text }) => text)).toEqual(['R$\u00a01.000,30'])
})

test('a number of a known length is read whole, however narrow the list', () => {
  const { field = expect.fail('no field') } = column('nome')
  const phone = { ...field, refine: { kind: 'text' as const, title: 'Telefone', masks: ['(##) ####-####', '(##) #####-####'] } }
  const { least } = columnWidth({ ...column('nome'), title: 'Fone', field: phone })
  expect(least).toBeGreaterThanOrEqual('(21) 99441-2211'.length * 7.6)
})

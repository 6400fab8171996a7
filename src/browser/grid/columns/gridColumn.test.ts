import { expect, test } from 'vitest'
import { toTsv, tsvCell } from '../clipboard/tsv.ts'
import { type GridColumn, gridTracks, pinnedWidth, pinOffsets, textSurelyFits } from './gridColumn.ts'

type Row = { readonly nome: string; readonly preco: number }
const columns: readonly GridColumn<Row>[] = [
  { id: '!select', title: '', width: 40, tool: true, pin: 'start' },
  { id: 'nome', title: 'Nome', width: 200, pin: 'start', text: row => row.nome },
  { id: 'preco', title: 'Preço', width: 100, text: row => String(row.preco).replace('.', ',') },
  { id: 'ativo', title: 'Ativo', width: 80, fixed: true },
  { id: '!actions', title: '', width: 80, tool: true, pin: 'end' },
]

test('columns share the room that is left; fixed, resized and tool ones keep theirs', () => {
  expect(gridTracks(columns, {})).toBe('40px minmax(200px, 200fr) minmax(100px, 100fr) 80px 80px')
  expect(gridTracks(columns, { nome: 300 })).toBe('40px 300px minmax(100px, 100fr) 80px 80px')
})

test('when every column was resized the last one still fills the row', () => {
  expect(gridTracks(columns, { nome: 300, preco: 90 })).toBe('40px 300px 90px minmax(80px, 80fr) 80px')
})

test('pinned columns stand beside each other', () => {
  expect(pinOffsets(columns, { nome: 300 })).toEqual({ '!select': 0, nome: 40, '!actions': 0 })
  expect(pinnedWidth(columns, {}, 'start')).toBe(240)
  expect(pinnedWidth(columns, {}, 'end')).toBe(80)
})

test('rows are copied as a spreadsheet takes them', () => {
  const rows = [
    { nome: 'Pão "francês"', preco: 1.5 },
    { nome: 'Café\tcoado', preco: 6 },
  ]
  expect(toTsv(columns, rows)).toBe('Nome\tPreço\r\n"Pão ""francês"""\t1,5\r\n"Café\tcoado"\t6')
  expect(toTsv(columns, rows.slice(1), false)).toBe('"Café\tcoado"\t6')
  expect(tsvCell('duas\nlinhas')).toBe('"duas\nlinhas"')
})

test('a text that has room in the narrowest state of its column need not be cut; anything else is', () => {
  const [, nome] = columns
  if (!nome) throw new Error('no column')
  expect(textSurelyFits('Pão de queijo', nome)).toBe(true)
  expect(textSurelyFits('Pão de queijo com goiabada', nome)).toBe(false)
  expect(textSurelyFits(null, nome)).toBe(false)
  expect(textSurelyFits('Pão de queijo', { ...nome, least: 84 })).toBe(false)
})

import { describe, expect, it } from 'vitest'
import type { BoardView } from '../../../model/screen.ts'
import { boardRows, foundRows, minutesSince } from './boardRows.ts'

const view: BoardView = {
  load: { method: 'GET', path: 'x' },
  register: 'x',
  rows: 'comandas',
  key: 'codigo',
  fields: [],
  figures: [],
  search: ['codigo', 'cliente', 'itens.nome'],
  card: { title: 'codigo', fields: [], lists: [] },
  empty: 'x',
}
const reply = {
  comandas: [
    { codigo: '12', cliente: 'José', itens: [{ nome: 'Pão de queijo' }] },
    { codigo: '13', cliente: null, itens: [{ nome: 'Café' }, { nome: 'Açaí' }] },
    { codigo: '13' },
  ],
}

describe('rows of a board', () => {
  const rows = boardRows(reply, view)
  const codes = (text: string) => foundRows(rows, text).map(({ values }) => values.codigo)

  it('are found by any of their texts, without accents and in any order of words', () => {
    expect(codes('jose')).toEqual(['12'])
    expect(codes('QUEIJO pao')).toEqual(['12'])
    expect(codes('acai 13')).toEqual(['13'])
    expect(codes('jose acai')).toEqual([])
    expect(codes(' ')).toEqual(['12', '13', '13'])
  })

  it('are apart even where they say the same key', () => {
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3)
  })

  it('are none where the reply is something else', () => {
    for (const other of [undefined, null, [], { comandas: 'x' }]) expect(boardRows(other, view)).toEqual([])
  })
})

describe('the age of data', () => {
  const now = Date.UTC(2026, 0, 1, 12)
  it('is told in whole minutes', () => {
    expect(minutesSince('2026-01-01T11:54:30.000Z', now)).toBe(5)
    expect(minutesSince('2026-01-01T12:03:00.000Z', now)).toBe(0)
    expect(minutesSince('ontem', now)).toBeUndefined()
    expect(minutesSince(undefined, now)).toBeUndefined()
  })
})

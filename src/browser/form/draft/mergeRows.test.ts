import { describe, expect, it } from 'vitest'
import { addRow, changeRow, removeRow, toDraftRows } from './draftRows.ts'
import { mergeRows } from './mergeRows.ts'

const base = toDraftRows([
  { id: 1, nome: 'a', preco: 1 },
  { id: 2, nome: 'b', preco: 2 },
])

describe('rows that two people changed', () => {
  it('keeps what each one changed, added and took out', () => {
    const mine = addRow(changeRow(base, 'id1', { nome: 'meu' }), { nome: 'novo' })
    const theirs = toDraftRows([
      { id: 1, nome: 'a', preco: 9 },
      { id: 3, nome: 'c', preco: 3 },
    ])
    const { rows, cells } = mergeRows(base, mine, theirs, false)
    expect(cells).toEqual([])
    expect(rows.map(row => [row.values.id, row.values.nome, row.values.preco])).toEqual([
      [1, 'meu', 9],
      [undefined, 'novo', undefined],
      [3, 'c', 3],
    ])
    expect(rows[0]?.base).toMatchObject({ preco: 9 })
  })

  it('tells the cells that both changed, and takes the side that is preferred', () => {
    const mine = changeRow(base, 'id1', { nome: 'meu', preco: 7 })
    const theirs = toDraftRows([
      { id: 1, nome: 'deles', preco: 1 },
      { id: 2, nome: 'b', preco: 2 },
    ])
    expect(mergeRows(base, mine, theirs, false).cells).toMatchObject([{ name: 'nome', mine: 'meu', theirs: 'deles' }])
    expect(mergeRows(base, mine, theirs, false).rows[0]?.values).toMatchObject({ nome: 'meu', preco: 7 })
    expect(mergeRows(base, mine, theirs, true).rows[0]?.values).toMatchObject({ nome: 'deles', preco: 7 })
  })

  it('loses no row that one changed and the other took out', () => {
    const mine = removeRow(changeRow(base, 'id1', { nome: 'meu' }), 'id2')
    const theirs = toDraftRows([{ id: 2, nome: 'novo nome', preco: 2 }])
    const { rows, cells } = mergeRows(base, mine, theirs, false)
    expect(cells).toHaveLength(2)
    expect(rows).toMatchObject([
      { base: undefined, values: { nome: 'meu' } },
      { key: 'id2', removed: true },
    ])
    expect(mergeRows(base, mine, theirs, true).rows).toMatchObject([
      { key: 'id2', removed: false, values: { nome: 'novo nome' } },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { ReportItem } from '../../../model/report.ts'
import { arrange, isPiece, orderedPieces, plainArrangement, readArrangement } from './arrangement.ts'

const piece = (id: string): ReportItem => ({ when: 'true', items: [], piece: { id, title: id.toUpperCase() } })
const fixed: ReportItem = { note: 'fixo' }
const names = (items: readonly ReportItem[]): string[] => items.map(item => (isPiece(item) ? item.piece.id : 'fixed'))

describe('the arrangement of a page of figures', () => {
  const items = [fixed, piece('a'), piece('b'), fixed, piece('c')]

  it('leaves the page as it is defined where nothing was chosen', () => {
    expect(arrange(items, plainArrangement)).toEqual(items)
  })

  it('moves and hides pieces, and nothing else', () => {
    expect(names(arrange(items, { order: ['c', 'a', 'b'], hidden: [] }))).toEqual(['fixed', 'c', 'a', 'fixed', 'b'])
    expect(names(arrange(items, { order: ['c', 'a', 'b'], hidden: ['a'] }))).toEqual(['fixed', 'c', 'fixed', 'b'])
    expect(names(arrange(items, { order: [], hidden: ['a', 'b', 'c'] }))).toEqual(['fixed', 'fixed'])
  })

  it('puts a piece that came with a later version behind its neighbour, and forgets one that is gone', () => {
    expect(names(orderedPieces(items, { order: ['c', 'gone', 'a'], hidden: [] }))).toEqual(['c', 'a', 'b'])
    expect(names(orderedPieces(items, { order: ['c', 'b'], hidden: [] }))).toEqual(['a', 'c', 'b'])
  })

  it('reads whatever was kept', () => {
    expect(readArrangement({ order: ['a', 1, 'a'], hidden: 'b' })).toEqual({ order: ['a'], hidden: [] })
    for (const kept of [undefined, null, 3, 'a', []]) expect(readArrangement(kept)).toEqual(plainArrangement)
  })
})

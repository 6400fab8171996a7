import { membersOf } from '../../../base/record.ts'
import type { ReportItem } from '../../../model/report.ts'

/** How a person wants the pieces of a page of figures: ids in order, and those that are hidden. */
export interface Arrangement {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
}

export const plainArrangement: Arrangement = { order: [], hidden: [] }

/** A piece that people arrange. */
export type ArrangedPiece = Extract<ReportItem, { readonly when: string }> & {
  readonly piece: { readonly id: string; readonly title: string }
}

export const isPiece = (item: ReportItem): item is ArrangedPiece => 'piece' in item && item.piece !== undefined

const texts = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? [...new Set(kept.filter(id => typeof id === 'string'))] : []

/** Reads what was kept, whatever it is. */
export function readArrangement(kept: unknown): Arrangement {
  const { order, hidden } = membersOf(kept)
  return { order: texts(order), hidden: texts(hidden) }
}

/** The arranged pieces of a column in the person's order, the hidden ones too. One that is new since stands behind its neighbour of the definition. */
export function orderedPieces(items: readonly ReportItem[], { order }: Arrangement): readonly ArrangedPiece[] {
  const pieces = items.filter(isPiece)
  const known = pieces.filter(({ piece }) => order.includes(piece.id))
  const sorted = known.toSorted((a, b) => order.indexOf(a.piece.id) - order.indexOf(b.piece.id))
  pieces.forEach((piece, at) => {
    const before = pieces[at - 1]
    if (!known.includes(piece)) sorted.splice(before ? sorted.indexOf(before) + 1 : 0, 0, piece)
  })
  return sorted
}

/** A column as the person wants it: what nobody arranges keeps its place. */
export function arrange(items: readonly ReportItem[], arrangement: Arrangement): readonly ReportItem[] {
  const pieces = orderedPieces(items, arrangement)
  let next = 0
  return items
    .map(item => (isPiece(item) ? (pieces[next++] ?? item) : item))
    .filter(item => !isPiece(item) || !arrangement.hidden.includes(item.piece.id))
}

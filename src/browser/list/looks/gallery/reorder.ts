import type { RegisterRow } from '../../../data/registerRows.ts'
import type { DraggedOver } from '../dragging.ts'

/** The records with one of them before or behind another. */
export function reordered(rows: readonly RegisterRow[], id: string, { id: beside, after }: DraggedOver): readonly RegisterRow[] {
  const moved = rows.find(row => String(row.id) === id)
  if (!moved || id === beside) return rows
  const others = rows.filter(row => row !== moved)
  const at = others.findIndex(row => String(row.id) === beside)
  return at < 0 ? rows : others.toSpliced(at + (after ? 1 : 0), 0, moved)
}

/**
 * The numbers that records get so that they stand in this order after one of them was moved, of those only whose number changes. Behind that one they keep theirs
 * where these are high enough: whoever has none yet stays behind all that have one.
 */
export function renumbered(
  rows: readonly RegisterRow[],
  moved: string,
  order: string,
): readonly { readonly row: RegisterRow; readonly number: number }[] {
  const place = rows.findIndex(({ id }) => String(id) === moved)
  const changes: { row: RegisterRow; number: number }[] = []
  let number = 0
  for (const [at, row] of rows.entries()) {
    const own = row[order]
    if (at > place && typeof own === 'number' && own > number) break
    number += 1
    if (own !== number) changes.push({ row, number })
  }
  return changes
}

import type { RowTone } from '../../grid/GridRow.tsx'
import type { DraftRow } from '../draft/draftRows.ts'

/** Colours before the first is taken again. */
const colours = 10

/** A colour by row for those that say the same in a field as another one: the rows of each value have one of their own. */
export function repeatTones(rows: readonly DraftRow[], field: string): ReadonlyMap<string, RowTone> {
  const byValue = Map.groupBy(
    rows.filter(row => !row.removed && (row.values[field] ?? '') !== ''),
    row => String(row.values[field]),
  )
  const repeated = [...byValue.values()].filter(same => same.length > 1)
  return new Map(repeated.flatMap((same, at) => same.map(({ key }) => [key, `repeat-${(at % colours) + 1}` as const] as const)))
}

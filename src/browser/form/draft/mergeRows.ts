import { isSystemField } from '../../../model/register.ts'
import type { DraftRow, FieldValues } from './draftRows.ts'
import { equal, isIncluded } from './equal.ts'

/** A cell that both sides changed, and not to the same; without a name the row itself: one changed it, the other took it out. */
export interface CellConflict {
  /** The row as it was, to name it. */
  readonly row: FieldValues
  readonly name: string | undefined
  readonly mine: unknown
  readonly theirs: unknown
}

/**
 * Rows of a list that two people changed at once, row by row and field by field: rows that either added stay, in this side's
 * order, and where both changed the same cell one side wins.
 */
export function mergeRows(
  base: readonly DraftRow[],
  mine: readonly DraftRow[],
  theirs: readonly DraftRow[],
  preferTheirs: boolean,
): { readonly rows: readonly DraftRow[]; readonly cells: readonly CellConflict[] } {
  const was = new Map(base.map(row => [row.key, row]))
  const other = new Map(theirs.map(row => [row.key, row]))
  const cells: CellConflict[] = []
  const own = mine.flatMap((row): readonly DraftRow[] => {
    const before = was.get(row.key)
    if (!before) return [row]
    const after = other.get(row.key)
    if (!after) return gone(row, before, cells, preferTheirs)
    return [both(row, before, after, cells, preferTheirs)]
  })
  const known = new Set(mine.map(row => row.key))
  return { rows: [...own, ...theirs.filter(row => !known.has(row.key) && !was.has(row.key))], cells }
}

/** They took the row out: it goes, unless it was changed here; kept, it becomes a new one. */
function gone(row: DraftRow, before: DraftRow, cells: CellConflict[], preferTheirs: boolean): readonly DraftRow[] {
  if (row.removed || changed(row.values, before.values).length === 0) return []
  cells.push({ row: before.values, name: undefined, mine: row.values, theirs: undefined })
  return preferTheirs ? [] : [{ ...row, base: undefined, values: { ...row.values, id: undefined } }]
}

function both(row: DraftRow, before: DraftRow, after: DraftRow, cells: CellConflict[], preferTheirs: boolean): DraftRow {
  const theirs = changed(after.values, before.values)
  if (row.removed) {
    if (theirs.length > 0) cells.push({ row: before.values, name: undefined, mine: undefined, theirs: after.values })
    return preferTheirs && theirs.length > 0 ? after : { ...after, removed: true }
  }
  const mine = changed(row.values, before.values)
  const clash = mine.filter(name => theirs.includes(name) && !equal(row.values[name], after.values[name]))
  for (const name of clash) cells.push({ row: before.values, name, mine: row.values[name], theirs: after.values[name] })
  const kept = preferTheirs ? mine.filter(name => !clash.includes(name)) : mine
  return {
    ...after,
    key: row.key,
    values: { ...after.values, ...Object.fromEntries(kept.map(name => [name, row.values[name]])) },
  }
}

/** Names of the fields that differ; records that a reference brings along come and go with it. */
const changed = (now: FieldValues, then: FieldValues): readonly string[] =>
  Object.keys(now).filter(name => !isSystemField(name) && !isIncluded(now[name]) && !equal(now[name], then[name]))

/** Tells whether two states of a list hold the same rows; what a reference brings along (its record's own name) is not of the row. */
export const sameRows = (some: readonly FieldValues[], others: readonly FieldValues[]): boolean =>
  some.length === others.length &&
  some.every((row, at) => {
    const other = others[at] ?? {}
    return row.id === other.id && changed(row, other).length + changed(other, row).length === 0
  })

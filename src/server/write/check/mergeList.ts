import { isRecord } from '../../../base/record.ts'
import type { ChildList } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'

/** A row of a child list on its way: where it stood in the body, what it was, what it shall be. */
export interface ListRow {
  /** Place in the body's array; rows that the body did not send come after them. */
  readonly index: number
  readonly before?: DataRow
  readonly merged: DataRow
}

export interface MergedList {
  readonly list: ChildList
  /** Ids of the rows that the body marks `deletar`. */
  readonly removed: readonly unknown[]
  /** All rows as they shall stand, in their order. */
  readonly rows: readonly ListRow[]
  readonly problems: readonly Problem[]
}

/**
 * Lays the rows of a body over those that are kept. A row with `deletar` goes; one with an id changes, by as many fields as it has;
 * one without is new. Rows that the body does not name stay as they are, so that an old client never erases what it did not know.
 */
export function mergeList(list: ChildList, given: readonly unknown[], kept: readonly DataRow[]): MergedList {
  const byId = new Map(kept.map(row => [String(row.id), row]))
  const removed: unknown[] = []
  const rows: ListRow[] = []
  const problems: Problem[] = []
  for (const [index, item] of given.entries()) {
    if (!isRecord(item)) {
      problems.push({ path: `${list.name}.${index}`, code: 'row-invalid' })
      continue
    }
    const { deletar, id, ...row } = item
    const before = id === undefined || id === null ? undefined : byId.get(String(id))
    if (before) byId.delete(String(id))
    if (list.fixed && (!before || deletar === true)) problems.push({ path: `${list.name}.${index}`, code: 'rows-fixed' })
    else if (deletar === true) {
      if (before) removed.push(before.id)
    } else if (id !== undefined && id !== null && !before) problems.push({ path: `${list.name}.${index}`, code: 'not-found' })
    else rows.push({ index, ...(before ? { before } : {}), merged: { ...before, ...row } })
  }
  const absent = [...byId.values()].map((before, at) => ({ index: given.length + at, before, merged: { ...before } }))
  return { list, removed, rows: placed(list, rows, absent), problems }
}

/** Rows stand in the body's order; when the body names only some of them, in that of the field which keeps it. Then renumbered. */
function placed(list: ChildList, rows: ListRow[], absent: ListRow[]): ListRow[] {
  const { order } = list
  if (order === undefined) return [...rows, ...absent]
  const all = [...rows, ...absent]
  const place = (row: ListRow): number => (typeof row.merged[order] === 'number' ? row.merged[order] : Number.POSITIVE_INFINITY)
  if (absent.length > 0) all.sort((a, b) => place(a) - place(b) || a.index - b.index)
  return all.map((row, at) => ({ ...row, merged: { ...row.merged, [order]: at + 1 } }))
}

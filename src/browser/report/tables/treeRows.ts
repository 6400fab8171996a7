import { recordsIn } from '../../../base/record.ts'

type Row = Readonly<Record<string, unknown>>

/** A row of a tree, where it stands. */
export interface TreeRow {
  /** Places from the root: `0.2.1`. */
  readonly key: string
  readonly row: Row
  readonly depth: number
  readonly branch: boolean
}

const childrenOf = (row: Row, member: string): readonly Row[] => recordsIn(row[member])

/** Rows that are seen: the children of a row that is not open are left out. */
export function visibleRows(
  rows: readonly Row[],
  member: string,
  isOpen: (row: TreeRow) => boolean,
  above = '',
  depth = 0,
): readonly TreeRow[] {
  return rows.flatMap((row, at) => {
    const children = childrenOf(row, member)
    const own: TreeRow = { key: `${above}${at}`, row, depth, branch: children.length > 0 }
    return own.branch && isOpen(own) ? [own, ...visibleRows(children, member, isOpen, `${own.key}.`, depth + 1)] : [own]
  })
}

/** Keys of all rows that have children. */
export const branchKeys = (rows: readonly Row[], member: string): readonly string[] =>
  visibleRows(rows, member, () => true).flatMap(({ key, branch }) => (branch ? [key] : []))

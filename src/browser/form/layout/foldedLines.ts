import type { PartView } from '../../../model/model.ts'

/** Lines of a part that stand together: under a title they fold. */
export interface LineGroup {
  readonly title?: string
  readonly rows: PartView['rows']
}

/** Groups the lines of a part by the items that fold those below them. */
export function foldedLines(rows: PartView['rows']): readonly LineGroup[] {
  const groups: { title?: string; rows: PartView['rows'][number][] }[] = [{ rows: [] }]
  for (const row of rows) {
    const [first] = row
    if (first && 'fold' in first) groups.push({ title: first.fold, rows: [] })
    else groups.at(-1)?.rows.push(row)
  }
  return groups.filter(group => group.rows.length > 0)
}

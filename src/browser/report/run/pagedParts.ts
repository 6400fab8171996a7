import type { ReportItem } from '../../../model/report.ts'

/** The part of each call whose rows a table asks for page by page. */
export function pagedParts(layout: readonly ReportItem[]): ReadonlyMap<string, string> {
  const found = layout.flatMap((item): (readonly [string, string])[] => {
    if ('toggle' in item) return item.toggle.flatMap(({ items }) => [...pagedParts(items)])
    if ('items' in item) return [...pagedParts(item.items)]
    if (!('table' in item) || !item.table.paged) return []
    const [call = '', ...steps] = item.table.rows.split('.')
    return [[call, steps.join('.')]]
  })
  return new Map(found)
}

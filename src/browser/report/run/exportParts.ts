import { rowPartsOf } from '../../../model/report/resultShape.ts'
import type { Query, Report, ReportItem } from '../../../model/report.ts'

/** One part of an answer that can be had as a file. */
export interface ExportPart {
  readonly title: string
  readonly call: string
  /** Path below the call; empty for the answer itself. */
  readonly part: string
}

/**
 * Everything of a page that has rows: its tables, and charts of rows that no table shows. A table with a line for each store's
 * figures is put together here, so no call has it as a file.
 */
export function exportParts(
  report: Pick<Report, 'title' | 'layout' | 'calls'>,
  queries: Readonly<Record<string, Pick<Query, 'result'>>>,
): readonly ExportPart[] {
  const shown = report.layout.flatMap(rowsIn)
  const tables = shown.filter(({ table }) => table)
  const charts = shown.filter(({ table, rows }) => !table && !tables.some(one => one.rows === rows))
  const unique = [...tables, ...charts].filter((one, at, all) => all.findIndex(({ rows }) => rows === one.rows) === at)
  return unique
    .map(({ rows, title }) => {
      const [call = '', ...steps] = rows.split('.')
      return { title: title ?? report.title, call, part: steps.join('.') }
    })
    .filter(({ call, part }) => {
      const shape = queries[report.calls[call]?.query ?? '']?.result
      return shape !== undefined && rowPartsOf(shape).some(({ path }) => path === part)
    })
}

interface Shown {
  readonly rows: string
  readonly title: string | undefined
  readonly table: boolean
}

function rowsIn(item: ReportItem): readonly Shown[] {
  if ('table' in item) return [{ rows: item.table.rows, title: item.table.title, table: true }]
  if ('charts' in item) return item.charts.map(({ rows, title }) => ({ rows, title, table: false }))
  if ('toggle' in item)
    return item.toggle.flatMap(({ items, title }) => items.flatMap(rowsIn).map(one => ({ ...one, title: one.title ?? title })))
  return 'when' in item ? item.items.flatMap(rowsIn) : []
}

import { useMemo } from 'react'
import type { ResultRows } from '../../../model/report/resultPath.ts'
import type { TableSpec } from '../../../model/report.ts'
import { useReport } from '../reportContext.ts'
import { answerRowsAt, figureValue, rowsCutAt, type SearchAnswers } from '../run/searchAnswers.ts'
import { PagedTable } from './PagedTable.tsx'
import { type ShownTable, shownTable } from './shownTable.ts'
import { TablePanel } from './TablePanel.tsx'
import { useTableCells } from './useTableCells.tsx'
import { useTableOrder } from './useTableOrder.ts'

/** A table of an answer: all its rows are there, or a page of them is asked for at a time. */
export function ReportTable(props: { readonly spec: TableSpec; readonly at: string }) {
  const { answers } = useReport()
  return props.spec.paged && answers.storeCount <= 1 ? <PagedTable {...props} /> : <WholeTable {...props} />
}

function WholeTable({ spec, at }: { readonly spec: TableSpec; readonly at: string }) {
  const { answers, viewState, printing } = useReport()
  const order = useTableOrder(spec, at)
  const found = useMemo(() => withOpening(answerRowsAt(answers, spec.rows), spec, answers), [answers, spec])
  const cut = rowsCutAt(answers, spec.rows)
  const table = useMemo(() => shortened(shownTable(spec, found, order), spec.most, cut), [spec, found, order, cut])
  const cells = useTableCells(spec, found.columns, table)
  const { page, perPage, shown } = usePage(table, printing ? undefined : spec.pageSize, viewState(`pagina${at}`))
  return (
    <TablePanel
      {...{ spec, at, cells, order, page, perPage }}
      table={shown}
      count={table.rows.length}
      isTree={found.children !== undefined}
      cut={spec.most === undefined ? cut : undefined}
    />
  )
}

/** The rows of the page that the address holds; all of them where a table has no pages. */
function usePage(table: ShownTable, size: number | undefined, text: string | undefined) {
  const perPage = size ?? Math.max(1, table.rows.length)
  const page = Math.min(Math.max(1, Number(text) || 1), Math.max(1, Math.ceil(table.rows.length / perPage)))
  const shown = useMemo(
    () => (table.rows.length <= perPage ? table : { ...table, rows: table.rows.slice((page - 1) * perPage, page * perPage) }),
    [table, page, perPage],
  )
  return { page, perPage, shown }
}

/** The first rows only; totals are of all rows, and so none. */
function shortened(table: ShownTable, most = Number.POSITIVE_INFINITY, cut?: number): ShownTable {
  if (cut === undefined && table.rows.length <= most) return table
  return { columns: table.columns, rows: table.rows.slice(0, most) }
}

/** The rows with what was there before them, where there was anything. */
function withOpening(found: ResultRows, { opening }: TableSpec, answers: SearchAnswers): ResultRows {
  if (!opening) return found
  const figures = Object.entries(opening.values).map(
    ([name, figure]) => [name, figureValue(answers, figure, () => null)] as const,
  )
  if (figures.every(([, value]) => value === 0 || value === null || value === undefined)) return found
  return { ...found, rows: [{ [opening.column]: opening.title, ...Object.fromEntries(figures) }, ...found.rows] }
}

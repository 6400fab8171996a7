import type { ReactNode } from 'react'
import { useScrollEdges } from '../../../controls/useScrollEdges.ts'
import { valueText } from '../../../kinds/valueText.ts'
import type { TableSpec } from '../../../model/report.ts'
import { useReport } from '../reportContext.ts'
import { RowReport } from './RowReport.tsx'
import type { ShownColumn, ShownTable, TableOrder } from './shownTable.ts'
import type { TableCells } from './useTableCells.tsx'

export interface ReportTableProps {
  readonly table: ShownTable
  readonly cells: TableCells
  readonly title: string
  readonly order: TableOrder | undefined
  onSort(column: string): void
}

interface PlainTableProps extends ReportTableProps {
  /** The report about a row that its button opens. */
  readonly dialog?: TableSpec['dialog'] | undefined
}

/** A table as the browser draws it: for rows that are seen at once, and on paper. */
export function PlainTable({ table, cells, title, order, onSort, dialog: wanted }: PlainTableProps) {
  const { printing } = useReport()
  const dialog = printing ? undefined : wanted
  return (
    <TableFrame title={title}>
      <TableHead table={table} cells={cells} order={order} onSort={onSort} more={dialog?.title} />
      <tbody>
        {table.rows.map((row, at) => (
          // Rows of an answer have no names of their own; they are drawn anew with each answer.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={at} data-tone={cells.tone(row)?.tone}>
            {cells.marked ? <td className="report-statuses">{cells.mark(row)}</td> : null}
            {table.columns.map((column, index) => (
              <PlainTableCell key={column.id} first={index === 0} align={cells.align(column)} whole={cells.text(row, column)}>
                {cells.content(row, column)}
              </PlainTableCell>
            ))}
            {dialog ? (
              <td data-align="center">
                <RowReport dialog={dialog} row={row} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
      <TableFoot table={table} cells={cells} />
    </TableFrame>
  )
}

interface FrameProps {
  readonly title: string
  /** As high as its rows: what stands last is what it comes to. */
  readonly whole?: boolean
  readonly children: ReactNode
}

/** The box in which a wide table scrolls; its edges show where there is more. */
export function TableFrame({ title, whole, children }: FrameProps) {
  return (
    <div ref={useScrollEdges()} className="report-edges">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard */}
      <section className="report-table" data-whole={whole} aria-label={title} tabIndex={0}>
        <table>{children}</table>
      </section>
    </div>
  )
}

/** One cell; the first of a row names it. */
export function PlainTableCell({ first, align, whole = '', children }: CellProps) {
  const look = { 'data-align': align, ...(whole.length > longest ? { 'data-tip': whole } : {}) }
  return first ? (
    <th scope="row" {...look}>
      {children}
    </th>
  ) : (
    <td {...look}>{children}</td>
  )
}

/** Letters that a cell shows; a longer text stands whole in its tip. */
const longest = 42

interface CellProps {
  readonly first: boolean
  readonly align: string
  readonly whole?: string
  readonly children: ReactNode
}

interface HeadProps extends Pick<ReportTableProps, 'table' | 'cells' | 'order'> {
  /** Without it columns are not ordered by their titles. */
  readonly onSort?: ((column: string) => void) | undefined
  /** Title of the last column, which holds a button a row. */
  readonly more?: string | undefined
}

export function TableHead({ table, cells, order, onSort, more }: HeadProps) {
  const { say, printing } = useReport()
  return (
    <thead>
      <tr>
        {cells.marked && onSort ? (
          <th scope="col" className="report-statuses">
            {say('report.mark')}
          </th>
        ) : null}
        {table.columns.map(column => (
          <th
            key={column.id}
            scope="col"
            data-align={cells.align(column)}
            {...(column.width === undefined || printing ? {} : { style: { minWidth: `min(${column.width}px, 45vw)` } })}
            {...(order?.by === column.id ? { 'aria-sort': order.down ? ('descending' as const) : ('ascending' as const) } : {})}
          >
            {onSort ? <SortButton column={column} order={order} onSort={onSort} /> : column.title}
          </th>
        ))}
        {more === undefined ? null : (
          <th scope="col" data-align="center">
            {more}
          </th>
        )}
      </tr>
    </thead>
  )
}

function SortButton({
  column: { id, title },
  order,
  onSort,
}: {
  readonly column: ShownColumn
  readonly order: TableOrder | undefined
  onSort(id: string): void
}) {
  return (
    <button type="button" onClick={() => onSort(id)}>
      {title}
      {order?.by === id ? <span aria-hidden>{order.down ? ' ↓' : ' ↑'}</span> : null}
    </button>
  )
}

/** Totals under their columns. */
export function TableFoot({
  table: { columns, totals },
  cells,
  tree = false,
}: Pick<ReportTableProps, 'table' | 'cells'> & { readonly tree?: boolean }) {
  if (!totals) return null
  return (
    <tfoot>
      <tr>
        {cells.marked && !tree ? <td className="report-statuses" /> : null}
        {columns.map((column, index) => {
          const total = totals[column.id]
          const text = total === undefined ? (index === 0 ? 'Total' : '') : valueText(total, column.as)
          return (
            <PlainTableCell
              key={column.id}
              first={index === 0}
              align={index === 0 && total === undefined ? 'start' : cells.align(column)}
            >
              {text}
            </PlainTableCell>
          )
        })}
      </tr>
    </tfoot>
  )
}

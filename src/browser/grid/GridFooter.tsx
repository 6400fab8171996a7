// biome-ignore-all lint/a11y: the ARIA grid pattern over plain elements, with keys read at the grid's root; a table cannot be virtualised in both directions
import type { ReactNode } from 'react'
import type { GridColumn } from './columns/gridColumn.ts'

interface Props<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly offsets: Readonly<Record<string, number>>
  readonly rowIndex: number
  footer(column: GridColumn<Row>): ReactNode
}

/** The last row, always in view: totals. */
export function GridFooter<Row>({ columns, offsets, rowIndex, footer }: Props<Row>) {
  return (
    <div role="rowgroup" className="grid-foot">
      <div role="row" className="grid-row" aria-rowindex={rowIndex}>
        {columns.map((column, index) => (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={index + 1}
            className={`grid-cell is-${column.align ?? 'start'}${column.pin ? ` is-pinned pin-${column.pin}` : ''}`}
            style={
              offsets[column.id] === undefined ? undefined : { [column.pin === 'end' ? 'right' : 'left']: offsets[column.id] }
            }
          >
            <div className="grid-content">{footer(column)}</div>
          </div>
        ))}
      </div>
    </div>
  )
}

import type { GridColumn } from './columns/gridColumn.ts'

/** More fill no screen. */
const most = 40

/** Rows of the right height while the first ones are on their way. */
export function GridSkeleton<Row>({ columns, count }: { columns: readonly GridColumn<Row>[]; count: number }) {
  return (
    <div className="grid-skeleton" aria-hidden>
      {Array.from({ length: Math.min(count, most) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row} className="grid-row">
          {columns.map((column, index) => (
            <div key={column.id} className={`grid-cell is-${column.align ?? 'start'}`}>
              {!column.tool && <span className="grid-bone" style={{ width: `${boneWidth(row, index)}%` }} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Uneven like texts, and the same at every render. */
const boneWidth = (row: number, column: number): number => 40 + ((row * 7 + column * 13) % 5) * 10

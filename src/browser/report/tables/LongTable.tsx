import { useCallback, useMemo } from 'react'
import type { KindName } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import { valueText } from '../../../kinds/valueText.ts'
import { useSession } from '../../data/session.tsx'
import type { GridColumn } from '../../grid/columns/gridColumn.ts'
import { Grid } from '../../grid/Grid.tsx'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import { useReport } from '../reportContext.ts'
import type { ReportTableProps } from './PlainTable.tsx'

type Row = Readonly<Record<string, unknown>>

/** Column of the rows' colours. */
const marks = '!tone'

/** Pixels before a long table scrolls by itself. */
const height = 640

const widths: Readonly<Record<string, number>> = { text: 220, money: 140, date: 120, dateTime: 160, integer: 110, percent: 110 }

/** Numbers are read whole, and give way down to that; a title goes over two lines. */
const leastWidth = (kind: KindName, title: string): { readonly least?: number } => {
  if (kindByName(kind).align !== 'end') return {}
  const word = Math.max(...title.split(' ').map(({ length }) => length))
  return { least: Math.max(104, word * 8 + 44) }
}

/** Many rows: the one grid, which draws what is seen. */
export function LongTable({ table, cells, title, order, onSort }: ReportTableProps) {
  const { open, say, report } = useReport()
  const { user } = useSession()
  const phone = usePhoneScreen()
  const byId = useMemo(() => new Map(table.columns.map(column => [column.id, column])), [table.columns])
  const ids = useMemo(() => new Map(table.rows.map((row, at) => [row, String(at)])), [table.rows])
  const columns = useMemo(
    () => [
      ...(cells.marked ? [{ id: marks, title: say('report.mark'), width: 130, fixed: true }] : []),
      ...table.columns.map(
        (column, at): GridColumn<Row> => ({
          id: column.id,
          title: column.title,
          width: column.width ?? widths[column.as.kind] ?? 160,
          ...leastWidth(column.as.kind, column.title),
          align: kindByName(column.as.kind).align,
          sortable: true,
          text: row => cells.text(row, column),
          ...(at === 0 && !cells.marked ? { pin: 'start' as const } : {}),
        }),
      ),
    ],
    [table.columns, cells, say],
  )
  const cell = useCallback(
    (row: Row, { id }: GridColumn<Row>) => {
      if (id === marks) return cells.mark(row)
      const column = byId.get(id)
      return column ? cells.content(row, column) : null
    },
    [byId, cells],
  )
  const { totals } = table
  return (
    <div className="report-grid">
      <Grid<Row>
        label={title}
        layoutName={`${user.id}.${report.name}.${title}`}
        columns={columns}
        stack={phone}
        rows={table.rows}
        rowId={useCallback((row: Row) => ids.get(row) ?? '', [ids])}
        cell={cell}
        tone={useCallback((row: Row) => cells.tone(row)?.tone, [cells])}
        onOpen={useCallback(
          (row: Row) => {
            const address = cells.address(row)
            if (address !== undefined) open(address)
          },
          [cells, open],
        )}
        order={useMemo(() => (order ? [{ column: order.by, desc: order.down }] : []), [order])}
        onSort={onSort}
        footer={
          totals
            ? ({ id }) => {
                const column = byId.get(id)
                const total = totals[id]
                if (total !== undefined && column) return valueText(total, column.as)
                return id === table.columns[0]?.id ? 'Total' : null
              }
            : undefined
        }
        maxHeight={height}
      />
    </div>
  )
}

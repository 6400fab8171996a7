import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { useReport } from '../reportContext.ts'
import { PlainTableCell, type ReportTableProps, TableFoot, TableFrame, TableHead } from './PlainTable.tsx'
import { branchKeys, type TreeRow, visibleRows } from './treeRows.ts'

interface Props extends ReportTableProps {
  /** Member that holds the children of a row. */
  readonly member: string
}

/** Rows within rows; the first level is open, on paper all of them. */
export function TreeTable({ table, cells, title, member }: Props) {
  const { say, printing } = useReport()
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isOpen = (row: TreeRow): boolean => printing || (toggled.get(row.key) ?? row.depth === 0)
  const rows = visibleRows(table.rows, member, isOpen)
  const all = (open: boolean) => setToggled(new Map(branchKeys(table.rows, member).map(key => [key, open])))
  return (
    <>
      {printing ? null : (
        <div style={{ display: 'flex', gap: '0.5rem' }}>
          <Button size="sm" look="ghost" onClick={() => all(true)}>
            {say('report.open-all')}
          </Button>
          <Button size="sm" look="ghost" onClick={() => all(false)}>
            {say('report.close-all')}
          </Button>
        </div>
      )}
      <TableFrame title={title} whole>
        <TableHead table={table} cells={cells} order={undefined} />
        <tbody>
          {rows.map(each => (
            <tr key={each.key} data-tone={cells.tone(each.row)?.tone} data-depth={Math.min(each.depth, 3)}>
              {table.columns.map((column, index) => (
                <PlainTableCell key={column.id} first={index === 0} align={cells.align(column)}>
                  {index === 0 ? (
                    <span className="report-branch" style={{ paddingInlineStart: `${each.depth * 1.25}rem` }}>
                      {each.branch ? (
                        <button
                          type="button"
                          aria-expanded={isOpen(each)}
                          aria-label={say('report.fold', { name: cells.text(each.row, column) })}
                          onClick={() => setToggled(new Map(toggled).set(each.key, !isOpen(each)))}
                        >
                          <ChevronRight aria-hidden />
                        </button>
                      ) : (
                        <span />
                      )}
                      {cells.mark(each.row)}
                      {cells.content(each.row, column)}
                    </span>
                  ) : (
                    cells.content(each.row, column)
                  )}
                </PlainTableCell>
              ))}
            </tr>
          ))}
        </tbody>
        <TableFoot tree table={table} cells={cells} />
      </TableFrame>
    </>
  )
}

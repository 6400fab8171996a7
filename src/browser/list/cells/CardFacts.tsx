import { asValue } from '../../../kinds/asValue.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import type { ListTools } from '../listTools.ts'
import { listCell } from './ListCell.tsx'
import { columnValue, type ListColumn } from './listColumns.ts'

interface Props {
  readonly row: RegisterRow
  readonly columns: readonly ListColumn[]
  readonly tools: ListTools
}

/** The facts of a record on its card, below the title. */
export function CardFacts({ row, columns, tools }: Props) {
  const told = columns.flatMap(column => {
    const value = asValue(columnValue(column, row))
    // Empty ones say nothing; what is worked out is not in the row.
    if ((value === null || value === '') && column.field?.stored) return []
    return [{ column, cell: listCell(column, row, tools, undefined) }]
  })
  if (told.length === 0) return null
  return (
    <dl>
      {told.map(({ column, cell }) => (
        <div key={column.id}>
          <dt>{column.title}</dt>
          <dd>{cell}</dd>
        </div>
      ))}
    </dl>
  )
}

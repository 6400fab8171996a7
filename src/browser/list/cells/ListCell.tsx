import type { ReactNode } from 'react'
import { asValue } from '../../../kinds/asValue.ts'
import { cellTextOf, KindCell } from '../../../kinds/cells.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import { fieldOf } from '../../../model/register.ts'
import { actionAvailability } from '../../actions/actions.ts'
import { rowScope } from '../../actions/rowScope.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import type { ListTools } from '../listTools.ts'
import { toneOf } from '../toneOfRow.ts'
import { columnValue, isComputedColumn, isPictureColumn, type ListColumn, referenceLabel } from './listColumns.ts'
import { PhotoCell } from './PhotoCell.tsx'
import { SwitchCell } from './SwitchCell.tsx'

/** Returns the content of a cell of the list in its colour. A plain function: a component per cell would cost more than it draws. */
export function listCell(column: ListColumn, row: RegisterRow, tools: ListTools, open: string | undefined): ReactNode {
  const content = cellContent(column, row, tools, open)
  const tone = toneOf(column.view.tones, row, tools)
  return tone ? (
    <span className="toned" data-tone={tone}>
      {content}
    </span>
  ) : (
    content
  )
}

function cellContent(column: ListColumn, row: RegisterRow, tools: ListTools, open: string | undefined): ReactNode {
  const { view, field } = column
  if (column.action) return <ActionCell column={column} row={row} tools={tools} />
  if (view.switch && field) return <SwitchCell row={row} field={field} view={view} tools={tools} />
  if (isPictureColumn(column)) return <PhotoCell row={row} column={column} tools={tools} />
  if (view.chips) return <Chips view={view} row={row} />
  if (view.text !== undefined) return String(tools.evaluate(view.text, rowScope(row)) ?? '')
  if (!field) return null
  const shown = isComputedColumn(column) ? (tools.evaluate(field.compute ?? '', rowScope(row)) ?? null) : columnValue(column, row)
  const value = cellTextOf(asValue(shown), field) ?? (
    <KindCell value={asValue(shown)} field={field} row={row} label={referenceLabel(column, row)} />
  )
  if (open !== undefined) {
    // A record without a name is opened by its number.
    return (
      <RouterLink className="list-link" to={fillAddress(open, row)} tabIndex={-1}>
        {shown === null || shown === '' ? `#${row.id}` : value}
      </RouterLink>
    )
  }
  return view.also ? (
    <span className="list-pair">
      <Also column={column} row={row} tools={tools} />
      <span>{value}</span>
    </span>
  ) : (
    value
  )
}

/** A second value beside the first, when it has something to say: the price of the app where it differs. */
function Also({ column, row, tools }: { readonly column: ListColumn; readonly row: RegisterRow; readonly tools: ListTools }) {
  const { also } = column.view
  const field = also && fieldOf(tools.register, also.field)
  if (!also || !field || (also.when !== undefined && tools.evaluate(also.when, rowScope(row)) !== true)) return null
  return (
    <span className="list-also">
      {also.title} <KindCell value={asValue(row[also.field])} field={field} row={row} />
    </span>
  )
}

function Chips({ view, row }: { readonly view: ListColumn['view']; readonly row: RegisterRow }) {
  return view.chips
    ?.filter(chip => row[chip.field] === true)
    .map(chip => (
      <span key={chip.field} className="list-chip">
        {chip.title}
      </span>
    ))
}

function ActionCell({
  column,
  row,
  tools,
}: {
  readonly column: ListColumn
  readonly row: RegisterRow
  readonly tools: ListTools
}) {
  const { action } = column
  if (!action || !tools.can(action.gate)) return null
  const stands = actionAvailability(action, rowScope(row), tools.evaluate)
  if (stands === 'hidden') return null
  return (
    <button
      type="button"
      className="list-button"
      disabled={stands === 'disabled'}
      onClick={() => void tools.run(action, { row, ids: [String(row.id)] })}
    >
      {action.title}
    </button>
  )
}

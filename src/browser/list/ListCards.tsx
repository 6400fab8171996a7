import type { ReactNode } from 'react'
import { showsPicture } from '../../kinds/showsPicture.ts'
import { fillAddress } from '../../model/fillAddress.ts'
import { recordName } from '../actions/actions.ts'
import type { RegisterRow, RowsState } from '../data/registerRows.ts'
import type { Selection } from '../grid/selection.ts'
import { toggleRow } from '../grid/selection.ts'
import { RouterLink } from '../router/RouterLink.tsx'
import { isOpenAction, RowActions } from './bar/RowActions.tsx'
import { CardSkeletons } from './CardSkeletons.tsx'
import { CardFacts } from './cells/CardFacts.tsx'
import { listCell } from './cells/ListCell.tsx'
import type { ListColumn } from './cells/listColumns.ts'
import type { ListTools } from './listTools.ts'
import { toneOfRow } from './toneOfRow.ts'

interface Props {
  readonly tools: ListTools
  /** Of the definition's card: the first is the title. */
  readonly columns: readonly ListColumn[]
  readonly rows: RowsState
  readonly selection: Selection
  readonly selectable: boolean
  readonly perPage: number
  onSelect(selection: Selection): void
}

/** The list on a phone: the most telling columns of a row, and the same actions. */
export default function ListCards({ tools, columns, rows, selection, selectable, perPage, onSelect }: Props) {
  if (rows.loading) return <CardSkeletons count={Math.min(perPage, 8)} />
  return (
    <ul className="list-cards" aria-label={tools.register.title} data-dimmed={rows.stale || undefined}>
      {rows.rows.map(row => {
        const id = String(row.id)
        return (
          <li key={id} className="list-card" data-tone={toneOfRow(row, tools)} data-selected={selection.has(id) || undefined}>
            {selectable && (
              <label className="list-card-check">
                <input
                  type="checkbox"
                  className="grid-check"
                  aria-label={tools.say('select-row', { name: recordName(tools.register, row) })}
                  checked={selection.has(id)}
                  onChange={() => onSelect(toggleRow(selection, id))}
                />
              </label>
            )}
            <CardPicture tools={tools} columns={columns} row={row} />
            <CardText tools={tools} columns={columns} row={row} />
            <RowActions row={row} tools={tools} />
          </li>
        )
      })}
    </ul>
  )
}

/** A picture stands beside the text; where there is none, the record's initials do. */
function CardPicture({ tools, columns, row }: Pick<Props, 'tools' | 'columns'> & { readonly row: RegisterRow }) {
  const column = columns.find(({ field }) => showsPicture(field))
  return column ? <div className="list-card-picture">{listCell(column, row, tools, undefined)}</div> : null
}

function CardText({ tools, columns, row }: Pick<Props, 'tools' | 'columns'> & { readonly row: RegisterRow }) {
  const [title, ...rest] = columns.filter(({ field }) => !showsPicture(field))
  const open = tools.rowActions.find(isOpenAction)?.does
  const heading = title && headingOf(title, row, tools)
  return (
    <div className="list-card-text">
      <div className="list-card-title">
        {open && 'open' in open ? (
          <RouterLink to={fillAddress(open.open, row)}>{heading ?? recordName(tools.register, row)}</RouterLink>
        ) : (
          heading
        )}
      </div>
      <CardFacts row={row} columns={rest} tools={tools} />
    </div>
  )
}

/** A number alone would not say of what it is: "Caixa 259", as its page is called. */
function headingOf(title: ListColumn, row: RegisterRow, tools: ListTools): ReactNode {
  const { label, singular } = tools.register
  if (title.id !== label || typeof row[label] !== 'number') return listCell(title, row, tools, undefined)
  return `${singular.charAt(0).toUpperCase()}${singular.slice(1)} ${row[label]}`
}

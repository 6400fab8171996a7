import { type CSSProperties, memo } from 'react'
import { fillAddress } from '../../../../model/fillAddress.ts'
import { recordName } from '../../../actions/actions.ts'
import { RouterLink } from '../../../router/RouterLink.tsx'
import { isOpenAction } from '../../bar/RowActions.tsx'
import { listCell } from '../../cells/ListCell.tsx'
import { columnValue, type ListColumn } from '../../cells/listColumns.ts'
import type { ListTools } from '../../listTools.ts'
import { toneOfRow } from '../../toneOfRow.ts'
import { mayMove } from '../mayMove.ts'
import { longDayTitle } from './calendarDays.ts'
import type { CalendarBarEvent } from './lanes.ts'
import { type CalendarEvent, type CalendarPlace, placeName } from './placing.ts'

export interface CalendarCellProps {
  readonly place: CalendarPlace
  /** The day's number, and whether it is of the month shown; of a month's cell only. */
  readonly number?: { readonly text: string; readonly outside: boolean; readonly today: boolean } | undefined
  readonly events: readonly (CalendarEvent | CalendarBarEvent)[]
  /** Events that stand at once; the day itself has all. */
  readonly most: number
  readonly card: readonly ListColumn[]
  readonly moved: readonly string[]
  readonly current: string | undefined
  readonly tools: ListTools
  onDay(day: string): void
  onCurrent(id: string): void
}

/** A place of the calendar and the records in it, as many as it has room for. */
export const CalendarCell = memo(function CalendarCell({
  place,
  number,
  events,
  most,
  card,
  moved,
  current,
  tools,
  onDay,
  onCurrent,
}: CalendarCellProps) {
  const { say } = tools
  const shown = events.slice(0, events.length > most ? Math.max(0, most - 1) : most)
  const left = events.length - shown.length
  return (
    <td data-place={placeName(place)} data-outside={number?.outside || undefined} data-today={number?.today || undefined}>
      {number ? (
        <button type="button" className="calendar-number" aria-label={longDayTitle(place.day)} onClick={() => onDay(place.day)}>
          {number.text}
        </button>
      ) : null}
      {shown.length > 0 ? (
        <ul>
          {shown.map(event => (
            <Event key={event.row.id} event={event} {...{ card, moved, current, tools, onCurrent }} />
          ))}
        </ul>
      ) : null}
      {left > 0 ? (
        <button
          type="button"
          className="calendar-more"
          aria-label={say('look.more-on', { count: left, day: longDayTitle(place.day) })}
          onClick={() => onDay(place.day)}
        >
          {most > 0 ? `+ ${left}` : left}
        </button>
      ) : null}
    </td>
  )
})

const barPlace = ({ length, lane }: CalendarBarEvent): CSSProperties & Readonly<Record<'--length' | '--lane', number>> => ({
  '--length': length,
  '--lane': lane,
})

type EventProps = Pick<CalendarCellProps, 'card' | 'moved' | 'current' | 'tools' | 'onCurrent'> & {
  readonly event: CalendarEvent | CalendarBarEvent
}

function Event({ event, card, moved, current, tools, onCurrent }: EventProps) {
  const { register, rowActions } = tools
  const { row, time, continued } = event
  const id = String(row.id)
  const fields = register.fields.filter(({ name }) => moved.includes(name))
  const open = rowActions.find(isOpenAction)?.does
  const tone = toneOfRow(row, tools)
  const told = card.filter((column, at) => at === 0 || !column.field?.stored || (columnValue(column, row) ?? '') !== '')
  const text = (
    <>
      {time === undefined || continued ? null : <time>{time}</time>}
      {told.map((column, at) => (
        <span key={column.id} className={at === 0 ? 'look-event-title' : 'look-event-more'}>
          {listCell(column, row, tools, undefined) ?? (at === 0 ? recordName(register, row) : null)}
        </span>
      ))}
    </>
  )
  const common = { className: 'look-event look-card-title', tabIndex: current === id ? 0 : -1 }
  return (
    <li
      data-card={id}
      data-movable={mayMove(row, fields, tools) || undefined}
      data-tone={tone}
      data-continued={continued || undefined}
      style={'length' in event ? barPlace(event) : undefined}
      onFocus={() => onCurrent(id)}
    >
      {open && 'open' in open ? (
        <RouterLink {...common} to={fillAddress(open.open, row)} draggable={false}>
          {text}
        </RouterLink>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: no button, since nothing happens by pressing it
        <span {...common} role="group" aria-label={recordName(register, row)}>
          {text}
        </span>
      )}
    </li>
  )
}

import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { RegisterRow } from '../../../data/registerRows.ts'
import { usePhoneScreen } from '../../../ui/useMediaQuery.ts'
import type { ListColumn } from '../../cells/listColumns.ts'
import { ListFailed } from '../../ListFailed.tsx'
import { focusedCard, titleIn, useFocusKept } from '../cardFocus.ts'
import { startDrag } from '../dragging.ts'
import { cardName } from '../LookCard.tsx'
import { LookWaiting } from '../LookWaiting.tsx'
import { lookColumns } from '../lookColumns.ts'
import type { LookProps } from '../lookProps.ts'
import { mayMove } from '../mayMove.ts'
import { useSaveMove } from '../useSaveMove.ts'
import { CalendarBar } from './CalendarBar.tsx'
import { CalendarCell, type CalendarCellProps } from './CalendarCell.tsx'
import { dayTitle } from './calendarDays.ts'
import { placeBeside } from './calendarGrid.ts'
import { laneEvents } from './lanes.ts'
import { allDayHour, beginningOf, type CalendarPlace, movedFields, placeName } from './placing.ts'
import { type CalendarModel, useCalendar } from './useCalendar.ts'
import './calendar.css'

const none: readonly never[] = []

/** Records on the days of a field. One that is dragged, or sent by Shift and arrows, to another day is saved with that day. */
export default function Calendar(props: LookProps) {
  const { tools, page, onWords } = props
  const { register, say } = tools
  const look = register.views.looks?.calendar ?? { at: '', card: [], span: 'month' as const }
  const card = useMemo(
    () => lookColumns(tools.model, register, page.columns, look.card),
    [tools.model, register, page.columns, look.card],
  )
  const calendar = useCalendar(props, look, card)
  const { data, error, reload, span, day, today, timing } = calendar
  const moved = useMemo(() => [timing.at, timing.until].filter(name => name !== undefined), [timing])
  const { root, current, setCurrent, onKeyDown, onPointerDown } = useCalendarMoves(props, calendar, card, moved)
  const show = useCallback((nextSpan: string, nextDay: string) => onWords([nextSpan, nextDay]), [onWords])
  const onDay = useCallback((of: string) => show('day', of), [show])
  if (error && !data) return <ListFailed tools={tools} error={error} onRetry={reload} />
  const first = current ?? (data?.rows[0] && String(data.rows[0].id))
  const rest = data ? data.count - data.rows.length : 0
  return (
    <div className="calendar" data-span={span}>
      <CalendarBar {...{ span, day, today, say }} onShow={show} />
      {data && data.rows.length === 0 ? <p className="look-keys">{say('look.nothing')}</p> : null}
      {data?.rows.some(row =>
        mayMove(
          row,
          register.fields.filter(({ name }) => moved.includes(name)),
          tools,
        ),
      ) ? (
        <p className="look-keys is-hint">{say('look.keys')}</p>
      ) : null}
      {rest > 0 ? <p className="look-keys">{say('look.first', { count: data?.rows.length ?? 0 })}</p> : null}
      {data ? (
        <section
          className="calendar-days"
          aria-label={register.title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
          tabIndex={0}
          ref={root}
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
        >
          <CalendarTable {...{ calendar, card, moved, tools, onDay }} current={first} onCurrent={setCurrent} />
        </section>
      ) : (
        <LookWaiting />
      )}
    </div>
  )
}

interface TableProps extends Pick<CalendarCellProps, 'tools' | 'card' | 'moved' | 'current' | 'onDay' | 'onCurrent'> {
  readonly calendar: CalendarModel
}

/** The days, hours or records as a table, and in each of its cells what stands there. */
function CalendarTable({ calendar: { span, day, today, grid, places }, ...cell }: TableProps) {
  const phone = usePhoneScreen()
  const most = span === 'month' ? (phone ? 0 : 4) : Number.POSITIVE_INFINITY
  const titled = grid.rows.some(({ title }) => title !== '')
  const lanes = useMemo(() => (grid.bars ? laneEvents(grid.rows, places) : undefined), [grid, places])
  const table = useRef<HTMLTableElement>(null)
  // A day is wider than a phone: it opens where its first record begins.
  useEffect(() => {
    if (!grid.bars || !day) return
    const bars = [...(table.current?.querySelectorAll('[data-card]') ?? [])]
    const left = (bar: Element): number => bar.getBoundingClientRect().left
    bars.sort((one, other) => left(one) - left(other))[0]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }, [grid.bars, day])
  return (
    <table ref={table} data-bars={grid.bars || undefined} style={hoursAcross(grid.columns.length)}>
      {grid.columns.length > 0 ? (
        <thead>
          <tr>
            {titled ? <td /> : null}
            {grid.columns.map(({ key, title, long }) => (
              <th key={key} scope="col" abbr={long} data-today={key === today || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {grid.rows.map(row => (
          <tr key={row.key}>
            {titled ? (
              <th scope="row" abbr={row.long} data-today={row.key === today || undefined}>
                {row.title}
              </th>
            ) : null}
            {row.places.map(place => (
              <CalendarCell
                key={placeName(place)}
                place={place}
                number={
                  span === 'month'
                    ? {
                        text: String(Number(place.day.slice(8))),
                        outside: place.day.slice(0, 7) !== day.slice(0, 7),
                        today: place.day === today,
                      }
                    : undefined
                }
                events={(lanes ?? places).get(placeName(place)) ?? none}
                {...cell}
                most={most}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const hoursAcross = (hours: number): CSSProperties & Readonly<Record<'--hours', number>> => ({ '--hours': hours })

/** How records move to other days, by pointer and by keys. */
function useCalendarMoves({ tools }: LookProps, calendar: CalendarModel, card: readonly ListColumn[], moved: readonly string[]) {
  const root = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState<string>()
  const refocus = useRef<string>(undefined)
  const save = useSaveMove(tools)
  const { data, change, timing, grid } = calendar
  useFocusKept(root, refocus, data)
  const rowOf = (id: string): RegisterRow | undefined => data?.rows.find(row => String(row.id) === id)
  const may = (row: RegisterRow, more: readonly string[] = []): boolean =>
    mayMove(
      row,
      tools.register.fields.filter(({ name }) => moved.includes(name) || more.includes(name)),
      tools,
    )
  const put = (row: RegisterRow, from: CalendarPlace, to: CalendarPlace): void => {
    const changes = movedFields(row, from, to, timing)
    const names = Object.keys(changes)
    if (names.length === 0 || !may(row, names)) return
    refocus.current = String(row.id)
    const clock = to.hour === undefined || to.hour === allDayHour ? '' : ` ${String(to.hour).padStart(2, '0')}h`
    const said = tools.say('look.moved', { name: cardName(row, card[0], tools), to: `${dayTitle(to.day)}${clock}` })
    change(
      (shown, saved) => ({
        ...shown,
        rows: shown.rows.map(one => (one.id === row.id ? { ...one, ...changes, ...saved } : one)),
      }),
      () => save(row, changes, said),
    ).catch(() => undefined)
  }
  const placeNamed = (name: string | undefined): CalendarPlace | undefined =>
    grid.rows.flatMap(({ places }) => places).find(place => placeName(place) === name)

  const onPointerDown = (event: PointerEvent): void => {
    // Where it was taken, a range may have begun days before.
    const from = placeNamed(
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-place]')?.dataset.place : undefined,
    )
    startDrag(event.nativeEvent, {
      mayTake: id => {
        const row = rowOf(id)
        return row !== undefined && may(row)
      },
      isOpen: () => true,
      drop(id, name) {
        const [row, to] = [rowOf(id), placeNamed(name)]
        if (row && from && to) put(row, from, to)
      },
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = focusedCard(event)
    if (id === undefined || !/^Arrow/.test(event.key) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (!event.shiftKey) {
      focusBeside(root.current, id, event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : -1)
      return
    }
    const row = rowOf(id)
    const own = row && beginningOf(row, timing)
    const cell =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-place]')?.dataset.place : undefined
    const to = cell === undefined ? undefined : placeBeside(grid, cell, event.key, placeName)
    const from = placeNamed(cell) ?? own
    if (row && from && to && may(row)) put(row, from, to)
  }
  return { root, current, setCurrent, onKeyDown, onPointerDown }
}

/** The record before or after in reading order. */
function focusBeside(root: HTMLElement | null, id: string, way: 1 | -1): void {
  const ids = [...(root?.querySelectorAll<HTMLElement>('[data-card]') ?? [])].flatMap(({ dataset }) => dataset.card ?? [])
  const at = ids.indexOf(id)
  const beside = ids.slice(at + (way > 0 ? 1 : 0)).concat(none)
  const next = way > 0 ? beside.find(each => each !== id) : ids.slice(0, at).findLast(each => each !== id)
  titleIn(root, next)?.focus()
}

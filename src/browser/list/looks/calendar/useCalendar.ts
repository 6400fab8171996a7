import { useEffect, useMemo } from 'react'
import { dayOf } from '../../../../base/dates.ts'
import { kindByName } from '../../../../kinds/values.ts'
import type { Register, Where } from '../../../../model/model.ts'
import { fieldOf } from '../../../../model/register.ts'
import type { CalendarLook } from '../../../../model/views/looks.ts'
import { fetchRowsPage, type RegisterRow, type RowsPage, useRows } from '../../../data/registerRows.ts'
import { useSession } from '../../../data/session.tsx'
import { usePhoneScreen } from '../../../ui/useMediaQuery.ts'
import type { ListColumn } from '../../cells/listColumns.ts'
import { listQueryOf } from '../../query/listQuery.ts'
import type { LookProps } from '../lookProps.ts'
import { neededFields } from '../neededFields.ts'
import { type LookData, useLookData } from '../useLookData.ts'
import { type CalendarSpan, calendarSpans, readDay, shownDays } from './calendarDays.ts'
import { type CalendarGrid, type CalendarResource, calendarGrid } from './calendarGrid.ts'
import { type CalendarEvent, placeEvents, shownHours, type Timing } from './placing.ts'

export interface CalendarModel extends LookData<RowsPage> {
  readonly span: CalendarSpan
  readonly day: string
  readonly today: string
  readonly timing: Timing
  readonly grid: CalendarGrid
  readonly places: ReadonlyMap<string, readonly CalendarEvent[]>
}

/** Records that are read of the days shown. */
const most = 5000

/** The days that are shown, as the address has them, and the records in their places. */
export function useCalendar(props: LookProps, look: CalendarLook, card: readonly ListColumn[]): CalendarModel {
  const { tools, page, words, onCount } = props
  const { register, say } = tools
  const { zone } = useSession()
  const narrow = usePhoneScreen()
  const today = dayOf(new Date().toISOString(), zone)
  const span = calendarSpans.find(each => each === words[0]) ?? look.span
  const day = readDay(words[1]) ?? today
  const clock = kindByName(fieldOf(register, look.at)?.kind ?? 'date').time === 'instant'
  const byRows = span !== 'month' && look.by !== undefined
  const byHours = clock && span !== 'month' && !(span === 'week' && (byRows || narrow))
  const timing = useMemo<Timing>(
    () => ({ at: look.at, until: look.until, by: byRows ? look.by : undefined, clock, zone }),
    [look, byRows, clock, zone],
  )
  const days = useMemo(() => shownDays(span, day), [span, day])
  const { [look.at]: _, ...filters } = page.state.filters
  const state = { ...page.state, filters, page: 1, perPage: most, order: [`${look.at} ASC`] }
  const { where, q, include } = listQueryOf(state, register, card)
  const own = touching(look, days[0] ?? day, days.at(-1) ?? day)
  const query = {
    where: where ? { and: [where, own] } : own,
    order: state.order,
    limit: most,
    fields: neededFields(
      register,
      card,
      [look.at, look.until, look.by].filter(name => name !== undefined),
      expressionsOf(register, look),
    ),
    ...(q === undefined ? {} : { q }),
    ...(include === undefined ? {} : { include }),
  }
  const shown = useLookData<RowsPage>(register, ['calendar', query], () => fetchRowsPage(register.name, query))
  const rows = shown.data?.rows ?? none
  const resources = useResources(props, byRows ? look.by : undefined, rows)
  const places = useMemo(() => placeEvents(rows, timing, days, byHours), [rows, timing, days, byHours])
  const grid = useMemo(
    () => calendarGrid({ span, day, hours: byHours ? shownHours(places) : [], resources, narrow, allDay: say('look.all-day') }),
    [span, day, byHours, places, resources, narrow, say],
  )
  const count = shown.data?.count
  useEffect(() => {
    if (count !== undefined) onCount(count)
  }, [count, onCount])
  return { ...shown, span, day, today, timing, grid, places }
}

const none: readonly RegisterRow[] = []

/** Records whose range touches the days, or whose day is one of them. */
function touching({ at, until }: CalendarLook, from: string, to: string): Where {
  const begins = { [at]: { between: [from, to] } }
  if (until === undefined) return begins
  return { or: [begins, { and: [{ [at]: { lt: from } }, { [until]: { gte: from } }] }] }
}

/** Expressions that colours and locks of cards depend on. */
function expressionsOf(register: Register, look: CalendarLook): readonly (string | undefined)[] {
  const moved = [look.at, look.until, look.by].map(name => fieldOf(register, name ?? '')?.readOnlyWhen)
  return [...register.views.list.rowTone.map(({ when }) => when), register.locked?.when, ...moved]
}

/** Records of the register that rows are of, in its order, and such as events have besides; records without one come last. */
function useResources(
  { tools }: LookProps,
  by: string | undefined,
  rows: readonly RegisterRow[],
): readonly CalendarResource[] | undefined {
  const field = fieldOf(tools.register, by ?? '')
  const target = field?.reference && tools.model.registers[field.reference.to]
  const found = useRows(target?.name ?? '', target ? { limit: mostResources, order: target.order } : undefined)
  return useMemo(() => {
    if (!field?.reference || !target) return undefined
    const { as } = field.reference
    const nameOf = (record: unknown, id: unknown): string => {
      const name =
        typeof record === 'object' && record !== null && target.label in record ? Reflect.get(record, target.label) : undefined
      return name === undefined || name === null || name === '' ? `#${String(id)}` : String(name)
    }
    const all = new Map<string, CalendarResource>(
      found.rows.map(row => [String(row.id), { id: String(row.id), title: nameOf(row, row.id) }]),
    )
    for (const row of rows) {
      const id = row[field.name]
      if (id !== null && id !== undefined && !all.has(String(id)))
        all.set(String(id), { id: String(id), title: nameOf(row[as], id) })
    }
    const blank = !field.required || rows.some(row => (row[field.name] ?? null) === null)
    const without: CalendarResource = { id: null, title: tools.say('list.group-blank', { title: field.title }) }
    return [...all.values(), ...(blank ? [without] : [])]
  }, [field, target, found.rows, rows, tools])
}

/** Rows of the calendar: more are no picture. */
const mostResources = 60

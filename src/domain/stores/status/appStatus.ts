import { minuteOfDay } from '../../../base/dayTime.ts'
import { instantOf, wallClockOf } from '../../../base/zones.ts'

/** The kinds of orders that have hours of their own. */
export const orderKinds = ['entrega', 'retirada', 'mesa'] as const
export type OrderKind = (typeof orderKinds)[number]

type ForKinds = Readonly<Record<OrderKind, boolean>>

/** Hours on a range of weekdays, 0 being Sunday; an end that is no later than the start is one of the next day. */
export interface OpeningHours extends ForKinds {
  readonly from: number
  readonly to: number
  readonly start: string
  readonly end: string
}

/** A pause from one moment to another. */
export interface PlannedPause extends ForKinds {
  readonly start: number
  readonly end: number
  readonly reason: string
}

/** The hours of a store as it set them. */
export interface StoreHours {
  readonly hours: readonly OpeningHours[]
  readonly pauses: readonly PlannedPause[]
  /** Moment since when it is closed by an emergency. */
  readonly emergency: number | null
  readonly zone: string
}

/** Whether it is open, between which moments this holds or will, and why it is closed. */
export interface OpenState {
  readonly aberto: boolean
  readonly inicio: string | null
  readonly fim: string | null
  readonly motivo: string | null
}

export interface AppStatus extends OpenState {
  readonly emergencia: boolean
  /** Whether kinds of orders have hours, or pauses that are not over, of their own. */
  readonly testaHorarioPorOperacao: boolean
  readonly operacao: Readonly<Record<OrderKind, OpenState>>
}

/** Texts of the reasons that no pause names. */
export interface StatusReasons {
  readonly emergency: string
  readonly outOfHours: string
  readonly noHours: string
}

const MINUTE = 60_000
const DAY = 1440 * MINUTE

interface Span {
  readonly start: number
  readonly end: number
}

/** How a store stands at a moment: open if any kind of order is. */
export function appStatusAt(now: number, store: StoreHours, reasons: StatusReasons): AppStatus {
  const operacao = {
    entrega: kindStatus('entrega', now, store, reasons),
    retirada: kindStatus('retirada', now, store, reasons),
    mesa: kindStatus('mesa', now, store, reasons),
  }
  const all = orderKinds.map(kind => operacao[kind])
  const open = all.filter(({ aberto }) => aberto)
  const whole = open.length > 0 ? widest(open) : (soonest(all) ?? operacao.entrega)
  return {
    ...whole,
    emergencia: store.emergency !== null,
    testaHorarioPorOperacao: [...store.hours, ...store.pauses.filter(({ end }) => now < end)].some(one =>
      orderKinds.some(kind => !one[kind]),
    ),
    operacao,
  }
}

function kindStatus(
  kind: OrderKind,
  now: number,
  { hours, pauses, emergency, zone }: StoreHours,
  said: StatusReasons,
): OpenState {
  if (emergency !== null) return closed({ start: emergency }, said.emergency)
  const own = hours.filter(each => each[kind])
  if (own.length === 0) return closed({}, said.noHours)
  const ownPauses = pauses.filter(each => each[kind])
  const spans = outside(
    ownPauses,
    own.flatMap(each => spansAround(now, each, zone)),
  ).sort((a, b) => a.start - b.start)
  const current = spans.find(({ start, end }) => start <= now && now < end)
  const pause = ownPauses.filter(({ start, end }) => start <= now && now < end).sort((a, b) => b.end - a.end)[0]
  if (pause) return closed(pause, pause.reason)
  if (!current) return closed(spans.find(({ start }) => start > now) ?? {}, said.outOfHours)
  return { aberto: true, inicio: iso(current.start), fim: iso(current.end), motivo: null }
}

const closed = ({ start, end }: Partial<Span>, motivo: string): OpenState => ({
  aberto: false,
  inicio: iso(start),
  fim: iso(end),
  motivo,
})

/** The spans of the days around a moment: yesterday's may reach into today, and the next opening is at most a week away. */
function spansAround(now: number, { from, to, start, end }: OpeningHours, zone: string): Span[] {
  const today = Math.floor(wallClockOf(now, zone) / DAY)
  const [first, last] = [minuteOfDay(start), minuteOfDay(end)]
  return Array.from({ length: 10 }, (_, at) => today - 1 + at)
    .filter(day => isWithin((((day + 4) % 7) + 7) % 7, from, to))
    .map(day => {
      const midnight = day * DAY
      return {
        start: earliest(midnight + first * MINUTE, zone),
        end: latest(midnight + (last > first ? 0 : DAY) + last * MINUTE, zone),
      }
    })
}

/** The parts of spans in which no pause lies: the store closes as one begins, and opens no earlier than it ends. */
const outside = (pauses: readonly Span[], spans: readonly Span[]): Span[] =>
  pauses.reduce<Span[]>(
    (open, pause) =>
      open.flatMap(({ start, end }) =>
        [
          { start, end: Math.min(end, pause.start) },
          { start: Math.max(start, pause.end), end },
        ].filter(span => span.start < span.end),
      ),
    [...spans],
  )

/** A range of weekdays may pass the end of the week: from Friday to Sunday. */
const isWithin = (day: number, from: number, to: number): boolean =>
  from <= to ? day >= from && day <= to : day >= from || day <= to

/** The first moment at which the clock shows a time or, where it is set forward over it, one after it. */
function earliest(wall: number, zone: string): number {
  const moment = instantOf(wall, zone)
  const skipped = wallClockOf(moment, zone) - wall
  if (skipped <= 0) return moment
  // The clock jumped somewhere in the time that it skipped.
  let [before, after] = [moment - skipped - MINUTE, moment]
  while (after - before > MINUTE) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE
    if (wallClockOf(middle, zone) >= wall) after = middle
    else before = middle
  }
  return after
}

/** The last moment of those: an hour that the clock shows twice is over once it has been shown twice. */
function latest(wall: number, zone: string): number {
  const moment = earliest(wall, zone)
  const again = [60, 30].map(minutes => moment + minutes * MINUTE).find(later => wallClockOf(later, zone) === wall)
  return again ?? moment
}

const iso = (moment: number | undefined): string | null => (moment === undefined ? null : new Date(moment).toISOString())

/** The longest opening tells for all. */
const widest = (open: readonly OpenState[]): OpenState => ({
  aberto: true,
  inicio: open.map(({ inicio }) => inicio ?? '').sort()[0] ?? null,
  fim:
    open
      .map(({ fim }) => fim ?? '')
      .sort()
      .at(-1) ?? null,
  motivo: null,
})

/** Of several reasons for being closed, that of the kind which opens first. */
const soonest = (all: readonly OpenState[]): OpenState | undefined =>
  [...all].filter(({ inicio }) => inicio !== null).sort((a, b) => (a.inicio ?? '').localeCompare(b.inicio ?? ''))[0]

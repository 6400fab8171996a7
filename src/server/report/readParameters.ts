import { DateTime } from 'luxon'
import { endOfDay } from '../../base/calendar.ts'
import { dayOf } from '../../base/dates.ts'
import { columnOf } from '../../kinds/columns.ts'
import type { Value, ValueOptions } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Problem } from '../../model/problem.ts'
import type { Parameter, Query } from '../../model/report.ts'
import { ApiError } from '../error.ts'

/** Values of a query's parameters as SQL takes them, by name; null for what was not given. */
export type GivenParameters = Readonly<Record<string, unknown>>

/** Values that one parameter takes at most. */
const MOST = 1000

/** Reads and checks what a call gives; every problem is told with the name of its parameter. */
export function readParameters(query: Query, members: Readonly<Record<string, unknown>>, zone: string): GivenParameters {
  const problems: Problem[] = []
  const given: Record<string, unknown> = {}
  const read = unfolded(members)
  demandKnown(query, read)
  for (const constant of query.constants) given[fillOf(constant)] = defaultOf(constant)
  for (const parameter of query.parameters) {
    const options = { ...parameter, zone }
    const refuse = (path: string, code: string, params: Problem['params'] = {}): void =>
      void problems.push({ path, code, params })
    if (parameter.control === undefined) given[fillOf(parameter)] = readOne(options, read, refuse)
    else readRange(options, read, refuse, given)
  }
  if (isEachDay(query, given)) for (const parameter of query.parameters) demandTimesInOrder(parameter, given, zone, problems)
  if (problems.length === 0) return given
  const names = problems.map(({ path }) => path).join(', ')
  throw new ApiError(400, 'report.parameters', { names }, problems)
}

/** Tells whether times bound each day of a span. */
const isEachDay = ({ parameters }: Query, given: GivenParameters): boolean =>
  parameters.some(parameter => parameter.eachDay !== undefined && given[fillOf(parameter)] === parameter.eachDay)

/** The hours of a day end after they begin. */
function demandTimesInOrder({ control, fills }: Parameter, given: GivenParameters, zone: string, problems: Problem[]): void {
  const [first = '', last = ''] = fills
  const [start, end] = [given[first], given[last]]
  if (control !== 'dateRange' || typeof start !== 'string' || typeof end !== 'string') return
  const clock = (moment: string): string => DateTime.fromISO(moment, { zone }).toFormat('HH:mm:ss.SSS')
  if (clock(start) > clock(end)) problems.push({ path: last, code: 'period-order', params: {} })
}

type Members = ReadonlyMap<string, readonly unknown[]>
type Refuse = (path: string, code: string, params?: Problem['params']) => void
type Options = Parameter & ValueOptions

const fillOf = (parameter: Parameter): string => parameter.fills[0] ?? parameter.name

/** Each name with its values: `a=1,2`, `a=1&a=2`, `a[]=1&a[]=2` and `a=[1,2]` are alike. What is empty was not given. */
function unfolded(members: Readonly<Record<string, unknown>>): Members {
  const read = new Map<string, unknown[]>()
  for (const [key, value] of Object.entries(members)) {
    if (key.startsWith('_')) continue
    const name = key.replace(/\[\d*\]$/, '')
    const values = (Array.isArray(value) ? value : [value]).filter(each => each !== '' && each !== null && each !== undefined)
    if (values.length > 0) read.set(name, [...(read.get(name) ?? []), ...values])
    else if (!read.has(name)) read.set(name, [])
  }
  return read
}

function demandKnown(query: Query, read: Members): void {
  const known = new Set(query.parameters.flatMap(parameter => parameter.fills))
  for (const name of read.keys()) if (!known.has(name)) throw new ApiError(400, 'report.parameter-unknown', { name })
}

function readOne(parameter: Options, read: Members, refuse: Refuse): unknown {
  const name = fillOf(parameter)
  const texts = (read.get(name) ?? []).flatMap(each => (parameter.many ? listIn(each) : [each]))
  if (texts.length === 0) return missing(parameter, name, refuse)
  if (texts.length > 1 && !parameter.many) return refuse(name, 'report.parameter-several')
  if (texts.length > MOST) return refuse(name, 'report.parameter-many', { max: MOST })
  const values: unknown[] = []
  for (const text of texts) {
    const value = accepted(parameter, text, name, refuse)
    if (value === undefined) return undefined
    values.push(columnOf(parameter.kind).toRow(value, parameter))
  }
  return parameter.many ? values : values[0]
}

/** A default stands for what was not given. */
function missing(parameter: Options, name: string, refuse: Refuse): unknown {
  if (parameter.default !== undefined && parameter.control === undefined) return defaultOf(parameter)
  if (parameter.required) refuse(name, 'required')
  return null
}

function defaultOf(parameter: Parameter): unknown {
  const { default: value } = parameter
  const rows = (Array.isArray(value) ? value : [value]).map(each => columnOf(parameter.kind).toRow(each, parameter))
  return parameter.many ? rows : rows[0]
}

function accepted(parameter: Options, text: unknown, name: string, refuse: Refuse): Value | undefined {
  const kind = kindByName(parameter.kind)
  const read = kind.accept(typeof text === 'string' ? text.trim() : text, parameter)
  const problem = read.ok ? kind.check(read.value, parameter) : read.error
  if (problem) refuse(name, problem.code, problem.params)
  return read.ok && !problem ? read.value : undefined
}

/** `1,2` and `[1,2]` as their values. */
function listIn(value: unknown): unknown[] {
  if (typeof value !== 'string') return [value]
  if (value.trim().startsWith('[')) {
    try {
      const list = JSON.parse(value)
      if (Array.isArray(list)) return list
    } catch {
      // Not JSON: the text itself is refused by its kind.
    }
  }
  return value.split(',').filter(each => each.trim() !== '')
}

/** Two moments, or two days, the first not after the second. A day as the end is its last moment. */
function readRange(parameter: Options, read: Members, refuse: Refuse, given: Record<string, unknown>): void {
  const ends = parameter.fills.map((name, at) => {
    const [text, more] = read.get(name) ?? []
    given[name] = null
    if (text === undefined) {
      if (parameter.required) refuse(name, 'required')
      return undefined
    }
    if (more !== undefined) return refuse(name, 'report.parameter-several')
    const value = momentOf(parameter, text, at === 1, name, refuse)
    if (value !== undefined) given[name] = value
    return value
  })
  const [start, end] = ends
  if (typeof start === 'string' && typeof end === 'string' && start > end) refuse(parameter.fills[1] ?? '', 'period-order')
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

function momentOf(parameter: Options, text: unknown, last: boolean, name: string, refuse: Refuse): string | undefined {
  const zone = parameter.zone ?? ''
  const isDay = typeof text === 'string' && DAY.test(text.trim())
  const moment = accepted({ ...parameter, kind: isDay ? 'date' : 'dateTime' }, text, name, refuse)
  if (typeof moment !== 'string') return undefined
  if (kindByName(parameter.kind).time === 'day') return isDay ? moment : dayOf(moment, zone)
  if (!isDay) return moment
  if (last) return endOfDay(moment, zone)
  const start = accepted({ ...parameter, kind: 'dateTime' }, moment, name, refuse)
  return typeof start === 'string' ? start : undefined
}

import { jsonOfAddressText } from '../../../kinds/addressText.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Field } from '../../../model/model.ts'
import { parameterFields } from '../../../model/report/expressionFields.ts'
import type { Parameter, Query, Report, ReportCall } from '../../../model/report.ts'
import { acceptedParameterText } from './acceptedParameterText.ts'
import { type ChosenPeriod, spanOfChosen } from './keptPeriod.ts'
import { dayIn, isBackwardsSpan, isPeriodPreset, momentOf, periodPresets, presetSpan } from './period.ts'

/** The chosen values, by the names that parameters fill, as the address holds them. An empty one is not there. */
export type ReportValues = Readonly<Record<string, string>>

export const isRange = (parameter: Parameter): boolean => parameter.control === 'dateRange' || parameter.control === 'period'

/** Returns the first values of a report; a span whose start is `none` is chosen by hand. `kept` is the period that was chosen on another page. */
export function initialReportValues(parameters: readonly Parameter[], today: string, kept?: ChosenPeriod): ReportValues {
  const values: Record<string, string> = {}
  for (const parameter of parameters) {
    const [first = parameter.name, second] = parameter.fills
    if (isRange(parameter)) {
      const { default: start, presets } = parameter
      if (start === 'none') continue
      const own = isPeriodPreset(start) ? start : isPeriodPreset(presets?.[0]) ? presets[0] : 'last7'
      const chosen = parameter.control === 'dateRange' ? spanOfChosen(kept, presets ?? periodPresets, today) : undefined
      const span = chosen ?? presetSpan(own, today)
      values[first] = span.start
      if (second !== undefined) values[second] = span.end
    } else if (parameter.default !== undefined && parameter.control === undefined) values[first] = String(parameter.default)
  }
  return values
}

/** Names that the address of a report may hold; `compared` is that of the stores that are compared. */
const namesOf = (parameters: readonly Parameter[], compared: string | undefined): readonly string[] => [
  ...new Set([...parameters.flatMap(({ fills }) => fills), ...(compared === undefined ? [] : [compared])]),
]

/** Tells whether an address asks something: then the report runs at once. */
export const asksReport = (parameters: readonly Parameter[], search: URLSearchParams, compared?: string): boolean =>
  namesOf(parameters, compared).some(name => search.has(name))

/** Reads the values in an address. Those that it leaves out are as at the start; several values left out are all of them. */
export function readReportValues(
  parameters: readonly Parameter[],
  search: URLSearchParams,
  today: string,
  compared?: string,
  kept?: ChosenPeriod,
): ReportValues {
  const start = initialReportValues(parameters, today, kept)
  if (!asksReport(parameters, search, compared)) return start
  const single = new Set(parameters.filter(({ many }) => !many).flatMap(({ fills }) => fills))
  const asked = (name: string): string | undefined => {
    const [text, parameter] = [search.get(name), parameters.find(({ fills }) => fills.includes(name))]
    return text && parameter ? acceptedParameterText(parameter, text) : (text ?? undefined)
  }
  return filled(namesOf(parameters, compared).map(name => [name, asked(name) ?? (single.has(name) ? start[name] : undefined)]))
}

/** The address of values; other members of it stay. */
export function writeReportValues(
  search: URLSearchParams,
  parameters: readonly Parameter[],
  values: ReportValues,
  compared?: string,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of namesOf(parameters, compared)) next.delete(name)
  for (const [name, value] of Object.entries(values)) if (value !== '') next.set(name, value)
  return next
}

const filled = (entries: readonly (readonly [string, string | undefined])[]): ReportValues =>
  Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])))

/** The values with their types, as expressions read them. */
export function parameterRecord(
  parameters: readonly Parameter[],
  values: ReportValues,
  zone: string,
  storeCount: number,
): Record<string, unknown> {
  const record: Record<string, unknown> = { storeCount }
  const fields = parameterFields(parameters)
  for (const parameter of parameters) {
    parameter.fills.forEach((name, at) => {
      const text = values[name]
      if (text === undefined) return
      const field = fields.find(one => one.name === name)
      if (parameter.control !== undefined)
        record[name] = kindByName(parameter.kind).time === 'day' ? dayIn(text) : momentOf(text, zone, at > 0)
      else record[name] = parameter.many || !field ? text : typed(parameter, text, field)
    })
  }
  return record
}

/** A value with its type: a choice's as the definition has it. */
const typed = ({ choices }: Parameter, text: string, field: Field): unknown =>
  choices?.find(one => String(one.value) === text)?.value ?? jsonOfAddressText(text, field)

/** Members of a call: expressions where it has them, else the parameters of the same name. */
export function callMembers(
  { members = {} }: ReportCall,
  query: Pick<Query, 'parameters'>,
  record: Readonly<Record<string, unknown>>,
  evaluate: (expression: string) => unknown,
): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const name of [...new Set([...query.parameters.flatMap(({ fills }) => fills), ...Object.keys(members)])]) {
    const expression = members[name]
    const value = expression === undefined ? record[name] : evaluate(expression)
    if (value !== undefined && value !== null && value !== '') made[name] = value
  }
  return made
}

/** Names of parameters that must be filled and are not. */
export const missingParameters = (
  report: Pick<Report, 'parameters'>,
  values: ReportValues,
  shown: (parameter: Parameter) => boolean,
): readonly string[] =>
  report.parameters.flatMap(parameter =>
    (parameter.required || isRange(parameter)) && shown(parameter) && parameter.fills.some(name => (values[name] ?? '') === '')
      ? [parameter.name]
      : [],
  )

/** Tells whether times bound each day of a span, and not the whole. */
export const boundsEachDay = (parameters: readonly Parameter[], values: ReportValues): boolean =>
  parameters.some(({ eachDay, fills: [name = ''] }) => eachDay !== undefined && values[name] === eachDay)

/** Tells whether a span ends before it begins. Its field says so, and nothing is asked. */
export const isBackwards = ({ parameters }: Pick<Report, 'parameters'>, values: ReportValues): boolean =>
  parameters
    .filter(isRange)
    .some(({ fills: [from = '', to = ''] }) =>
      isBackwardsSpan({ start: values[from] ?? '', end: values[to] ?? '' }, boundsEachDay(parameters, values)),
    )

/** The days that a page asks for, where it asks any. */
export function askedSpan({ parameters }: Pick<Report, 'parameters'>, values: ReportValues) {
  const range = parameters.find(({ control }) => control === 'dateRange')
  const [from = '', to = ''] = range?.fills ?? []
  const [start, end] = [values[from], values[to]]
  return range && start !== undefined && end !== undefined ? { range, start, end } : undefined
}

import { wallClockOf } from '../../../base/zones.ts'
import type { Model } from '../../../model/model.ts'
import type { Drill, Report } from '../../../model/report.ts'
import { isMoment, todayIn } from '../parameters/period.ts'
import type { ReportValues } from '../parameters/reportValues.ts'
import type { SearchAnswers } from '../run/searchAnswers.ts'
import { callSpans } from '../run/storeCalls.ts'
import { wholeDay } from './spanOfPlace.ts'

/** The page on which the figure stands: its report, what it was asked, as its address has it and with its types, and what came. */
export interface DrilledPage {
  readonly report: Pick<Report, 'parameters'>
  readonly asked: ReportValues
  readonly record: Readonly<Record<string, unknown>>
  readonly answers: Pick<SearchAnswers, 'parts' | 'queries' | 'zone' | 'storeCount'>
  /** Tells whether a condition holds of what the page was asked. */
  holds(when: string): boolean
}

type Row = Readonly<Record<string, unknown>>

/** A drill of a page: the path that it leads to, and the address that a row leads to. */
export interface ReadyDrill {
  readonly path: string
  /** Undefined where the row lacks a column that is named, and of several stores. */
  address(row: Row): string | undefined
}

/**
 * Makes a drill ready for the figures of a page: of a report with the parameters that the page has too, or of a list. Undefined where
 * it holds of nothing that the page was asked.
 */
export function readyDrill(
  { report, register, with: narrowed = {}, when }: Drill,
  page: DrilledPage,
  { reports, registers }: Pick<Model, 'reports' | 'registers'>,
): ReadyDrill | undefined {
  const target = report === undefined ? undefined : reports[report]
  const path = target?.path ?? registers[register ?? '']?.views.path
  if (path === undefined || (when !== undefined && !page.holds(when))) return undefined
  const own = new Set(page.report.parameters.flatMap(({ fills }) => fills))
  const shared = (target?.parameters ?? []).flatMap(({ fills }) => fills.filter(name => own.has(name)))
  const named = namesOfPage(page, target === undefined)
  const texts = Object.entries(narrowed)
  return {
    path,
    address(row) {
      // A list is one store's.
      if (page.answers.storeCount > 1 || row.lojaId !== undefined) return undefined
      const search = new URLSearchParams()
      const put = (name: string, text: string): void => (text === '' ? search.delete(name) : search.set(name, text))
      for (const name of shared) put(name, page.asked[name] ?? '')
      for (const [name, template] of texts) {
        const text = filled(template, row, named)
        if (text === undefined) return undefined
        // Without a word it takes off what the list is filtered by at first.
        if (template === '') search.set(name, '')
        else put(name, text)
      }
      const query = search.toString()
      return query === '' ? path : `${path}?${query}`
    },
  }
}

/** Names that stand for the place of a chart's axis: from when on, and until when. */
const places = ['from', 'until']

/** The text with values in place of its names; undefined where the row has such a column and nothing in it. */
function filled(template: string, row: Row, named: (name: string) => string): string | undefined {
  const names = [...template.matchAll(/\{([\w.]+)\}/g)].map(([, name = '']) => name)
  if (names.some(name => (name in row || places.includes(name)) && (row[name] ?? '') === '')) return undefined
  return template.replaceAll(/\{([\w.]+)\}/g, (_whole, name: string) => String(name in row ? row[name] : named(name)))
}

/**
 * Returns the texts that the names of a page stand for: parameters, the days that calls were asked for (`hoje.startDate`), today and yesterday. A list
 * is asked for whole days, or for exact moments where a time was chosen; a report for what its own address would have.
 */
function namesOfPage(
  { asked, record, answers: { parts, queries, zone } }: DrilledPage,
  isList: boolean,
): (name: string) => string {
  const moments = new Map<string, string>()
  for (const { call, members = {} } of parts) {
    const query = queries[call]
    for (const { start, end, names } of query ? callSpans(members, query) : []) {
      moments.set(`${call}.${names[0]}`, start)
      moments.set(`${call}.${names[1]}`, end)
    }
  }
  const today = todayIn(zone)
  moments.set('today', today)
  moments.set('monthStart', `${today.slice(0, 8)}01`)
  moments.set('yesterday', new Date(Date.parse(today) - DAY).toISOString().slice(0, 10))
  return name => {
    const text = moments.get(name)
    if (text !== undefined) return isList ? wholeDay(text, zone) : clockText(text, zone)
    const chosen = asked[name] ?? ''
    const moment = record[name]
    return isList && chosen !== '' && typeof moment === 'string' && isMoment(moment) ? wholeDay(moment, zone) : chosen
  }
}

const DAY = 86_400_000
/** The same as a report's address has it: `2026-11-27T18:00`. */
function clockText(moment: string, zone: string): string {
  const day = wholeDay(moment, zone)
  return isMoment(day) ? new Date(wallClockOf(Date.parse(moment), zone)).toISOString().slice(0, 16) : day
}

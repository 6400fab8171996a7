import { whereOf } from '../../../src/browser/list/query/listQuery.ts'
import { readListState } from '../../../src/browser/list/query/listUrlState.ts'
import { axisSpan } from '../../../src/browser/report/drill/axisSpan.ts'
import { type DrilledPage, readyDrill } from '../../../src/browser/report/drill/readyDrill.ts'
import { todayIn } from '../../../src/browser/report/parameters/period.ts'
import { parameterRecord, type ReportValues, readReportValues } from '../../../src/browser/report/parameters/reportValues.ts'
import { axisDays } from '../../../src/browser/report/run/axisDays.ts'
import { answerRowsAt, figureValue, type SearchAnswers } from '../../../src/browser/report/run/searchAnswers.ts'
import { runStoreCalls, searchAnswersOf, storeCalls } from '../../../src/browser/report/run/storeCalls.ts'
import { evaluateInScope, scopeOfFields } from '../../../src/model/expression.ts'
import type { Field, Model } from '../../../src/model/model.ts'
import { columnFields, parameterFields } from '../../../src/model/report/expressionFields.ts'
import type { Drill, Figure, Report, ReportItem } from '../../../src/model/report.ts'
import { chartData } from '../../../src/plugins/charts/core/series.ts'

/** Asks the server as somebody of the store. */
export interface Asker {
  readonly model: Model
  readonly zone: string
  readonly store: { readonly id: number; readonly nome_fantasia: string }
  get(path: string, query: Readonly<Record<string, string>>): Promise<unknown>
}

/** A figure of a page with the address that its drill gives it. */
export interface DrilledFigure {
  readonly place: string
  readonly drill: Drill
  readonly figure: unknown
  readonly address: string
}

type Row = Readonly<Record<string, unknown>>

const user = { email: 'admin@x.br', name: 'Admin', admin: true, owner: true, stores: 1 }

/** A page as somebody has it who asked this, through the browser's own code. */
export async function openPage(asker: Asker, report: Report, asked: ReportValues) {
  const { model, zone, store } = asker
  const evaluate = (fields: readonly Field[], expression: string, record: Row) =>
    evaluateInScope(scopeOfFields(model, fields), expression, { record, zone, store, user })
  const record = parameterRecord(report.parameters, asked, zone, 1)
  const ofPage = (expression: string) => evaluate(parameterFields(report.parameters), expression, record)
  const calls = storeCalls(report, model.queries, record, [store], ofPage).filter(({ earlier }) => !earlier)
  const send = ({ path, members }: (typeof calls)[number]) =>
    asker.get(path, { lojaId: String(store.id), ...Object.fromEntries(Object.entries(members).map(([k, v]) => [k, String(v)])) })
  const answers = searchAnswersOf(report, model.queries, await runStoreCalls(calls, send, () => undefined), zone)
  const figure = (one: Figure): unknown =>
    figureValue(answers, one, (expression, row, columns) => evaluate(columnFields(columns), expression, row))
  const page: DrilledPage = { report, asked, record, answers, holds: when => ofPage(when) === true }
  return { answers, figure, page }
}

/** Every figure of a page that a drill leads from. */
export async function drilledFigures(asker: Asker, report: Report, asked: ReportValues): Promise<readonly DrilledFigure[]> {
  const { answers, figure, page } = await openPage(asker, report, asked)
  const found: DrilledFigure[] = []
  const note = (place: string, drill: Drill | undefined, value: unknown, row: Row): void => {
    const address = drill && readyDrill(drill, page, asker.model)?.address(row)
    if (drill && address !== undefined) found.push({ place, drill, figure: value, address })
  }
  const walk = (items: readonly ReportItem[]): void => {
    for (const item of items) {
      if ('items' in item && page.holds(item.when)) walk(item.items)
      if ('toggle' in item) for (const view of item.toggle) walk(view.items)
      if ('cards' in item)
        for (const { title, value, when, drill } of item.cards)
          if (when === undefined || page.holds(when)) note(title, drill, figure(value), {})
      if ('attention' in item)
        for (const { message, value, drill } of item.attention.items) note(message, drill, figure(value), {})
      if ('charts' in item)
        for (const spec of item.charts) for (const one of figuresOfChart(answers, spec)) note(spec.title, spec.drill, ...one)
      if ('table' in item) {
        const { rows, title = rows, columns, drill } = item.table
        for (const row of answerRowsAt(answers, rows).rows) {
          note(title, drill, row[drill?.of ?? ''], row)
          for (const one of columns) note(`${title}: ${one.title}`, one.drill, row[one.column], row)
        }
      }
    }
  }
  walk(report.layout)
  return found
}

type ChartItem = Extract<ReportItem, { charts: unknown }>['charts'][number]

/** The first value of each category and series of a chart, with a row as its drill sees it. */
function figuresOfChart(answers: SearchAnswers, spec: ChartItem): readonly (readonly [unknown, Row])[] {
  const { rows, columns } = answerRowsAt(answers, spec.rows)
  const { categories, series, figures } = chartData(rows, columns, spec, axisDays(answers, spec.rows))
  return categories.flatMap((category, at) =>
    series.slice(0, spec.series === undefined ? 1 : undefined).flatMap((one, place) => {
      const row = category.rows.find(one.holds)
      return row ? [[figures[place]?.[at], { ...row, ...axisSpan(answers, spec, category.value) }] as const] : []
    }),
  )
}

/** Returns what stands behind a drill's address: the sum or number of the list's records, or the figure of the other report. */
export async function openedFigure(asker: Asker, { drill, address }: DrilledFigure): Promise<unknown> {
  const { model, store } = asker
  const search = new URLSearchParams(address.split('?')[1] ?? '')
  const register = model.registers[drill.register ?? '']
  if (register) {
    const where = JSON.stringify(whereOf(readListState(search, register).filters, register) ?? {})
    const lojaId = String(store.id)
    if (drill.sum === undefined)
      return ((await asker.get(`${register.name}/count`, { lojaId, where })) as { count: number }).count
    const query = { lojaId, campos: drill.sum, filter: `{"where":${where}}` }
    return ((await asker.get(`${register.name}/totais`, query)) as { totais: Record<string, number> }).totais[drill.sum]
  }
  const report = model.reports[drill.report ?? '']
  if (!report) throw new Error(`${address} leads nowhere`)
  const asked = readReportValues(report.parameters, search, todayIn(asker.zone))
  const [call = ''] = Object.keys(report.calls)
  const path = `${call}.${drill.figure}`
  return (await openPage(asker, report, asked)).figure(path)
}

import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import type {
  Card as CardDefinition,
  Chart as ChartDefinition,
  Drill as DrillDefinition,
  ReportItem as ItemDefinition,
  Property,
  Table as TableDefinition,
} from '../../../generated/definitions.ts'
import type { ValueOptions } from '../../../kinds/kind.ts'
import { isNumberKind } from '../../../kinds/numbers.ts'
import { shapeColumns } from '../../report/resultPath.ts'
import {
  type ResultPart,
  type RowsShape,
  resultPartAt,
  rowPartsOf,
  singleValuesOf,
  withCallName,
} from '../../report/resultShape.ts'
import type {
  Card,
  ChartSpec,
  Drill,
  Figure,
  ReportCall,
  ReportItem,
  ResultColumn,
  TableColumn,
  TableSpec,
} from '../../report.ts'
import { buildCall } from '../actions.ts'
import { defaultTitleOf, valueOptions } from '../field.ts'
import type { ReportBuildContext } from './buildContext.ts'
import { earlierFigure } from './comparison.ts'

/** The calls of a screen and what they answer: paths are read against them. */
class Answers {
  readonly calls: Readonly<Record<string, ReportCall>>
  readonly building: ReportBuildContext

  constructor(calls: Readonly<Record<string, ReportCall>>, building: ReportBuildContext) {
    this.calls = calls
    this.building = building
  }

  /** A path with its call first. */
  path(path: string): string {
    return withCallName(path, this.calls)
  }

  find(path: string): ResultPart | undefined {
    const [call = '', ...rest] = this.path(path).split('.')
    const query = this.building.queries[this.calls[call]?.query ?? '']
    return query && resultPartAt(query.result, rest)
  }

  rows(path: string): RowsShape | undefined {
    const found = this.find(path)
    if (found?.is === 'record') return { is: 'rows', columns: shapeColumns(found), statement: '' }
    return found === undefined || found.is === 'value' || found.is === 'column' ? undefined : found
  }

  column(path: string): ResultColumn | undefined {
    const found = this.find(path)
    return found?.is === 'value' || found?.is === 'column' ? found.column : undefined
  }
}

/** The pieces of a report's page, all paths whole; what is not laid out at all gets its cards and tables. */
export function buildLayout(
  written: readonly ItemDefinition[] | undefined,
  calls: Readonly<Record<string, ReportCall>>,
  building: ReportBuildContext,
): ReportItem[] {
  const answers = new Answers(calls, building)
  return written === undefined ? derived(answers) : written.map(item => buildItem(item, answers))
}

function derived(answers: Answers): ReportItem[] {
  return Object.entries(answers.calls).flatMap(([as, call]): ReportItem[] => {
    if (call.earlier) return []
    const result = answers.building.queries[call.query]?.result
    if (result === undefined) return []
    const below = (path: string): string => [as, path].filter(part => part !== '').join('.')
    const cards = singleValuesOf(result).map(({ path, column }) =>
      buildCard({ title: column.title, value: below(path) }, answers),
    )
    const tables = rowPartsOf(result).map(({ path }) => ({ table: buildTable({ rows: below(path) }, answers) }))
    return [...(cards.length > 0 ? [{ cards }] : []), ...tables]
  })
}

function buildItem({ arrange, ...item }: ItemDefinition, answers: Answers): ReportItem {
  if (arrange === undefined || item.id === undefined) return buildPiece(item, answers)
  const { when = 'true', items, ...rest } = item
  const inside = items ?? [rest]
  return { when, items: inside.map(each => buildItem(each, answers)), piece: { id: item.id, title: arrange } }
}

function buildPiece(item: ItemDefinition, answers: Answers): ReportItem {
  const inside = (items: readonly ItemDefinition[] = []): ReportItem[] => items.map(each => buildItem(each, answers))
  if (item.cards) return { cards: item.cards.map(card => buildCard(card, answers)) }
  if (item.charts) return { charts: item.charts.map(chart => buildChart(chart, answers)), across: item.across ?? 1 }
  if (item.table) return { table: buildTable(item.table, answers) }
  if (item.toggle) return { toggle: item.toggle.map(({ title, items }) => ({ title, items: inside(items) })) }
  if (item.attention) {
    const { title, none, items } = item.attention
    return {
      attention: {
        title,
        none,
        items: items.map(({ $comment: _, value, tone, drill, ...rest }) =>
          withoutUndefined({
            ...rest,
            value: buildFigure(value, answers),
            tone: tone ?? 'warning',
            drill: buildDrill(drill),
          }),
        ),
      },
    }
  }
  if (item.steps) {
    const { items, ...rest } = item.steps
    return { steps: { ...rest, items: items.map(step => ({ ...step, done: buildFigure(step.done, answers) })) } }
  }
  if (item.note !== undefined) return { note: item.note }
  if (item.button) {
    const { title, open, call } = item.button
    return { button: withoutUndefined({ title, open, call: call && buildCall(call) }) }
  }
  return { when: item.when ?? 'true', items: inside(item.items) }
}

/** Words of a value in a layout, in place of those of the answer. */
interface ValueWords {
  readonly type?: Property['type']
  readonly format?: string
  readonly decimals?: number
  readonly oneOf?: Property['oneOf']
  readonly reference?: Property['reference']
}

function asOf(name: string, words: ValueWords, known: ValueOptions | undefined, { building }: Answers): ValueOptions {
  const { type, format, decimals, oneOf, reference } = words
  const own = withoutUndefined({ type, format, decimals, oneOf, reference })
  const says = Object.keys(own).some(word => word !== 'decimals')
  if (says || known === undefined) return valueOptions(name, own as Property, false, building.context)
  const { kind, refinement, refine, choices, reference: refers, messages, decimals: places } = known
  const kept = { kind, refinement, refine, choices, reference: refers, messages, required: false }
  return withoutUndefined({ ...kept, decimals: decimals ?? places })
}

function buildCard(card: CardDefinition, answers: Answers): Card {
  const {
    $comment: _,
    title,
    value,
    before,
    goal,
    pace,
    spark,
    note,
    compare,
    type,
    format,
    decimals,
    oneOf,
    reference,
    drill,
    ...rest
  } = card
  const figure = buildFigure(value, answers)
  const as = asOf(title, withoutUndefined({ type, format, decimals, oneOf, reference }), kindOfFigure(figure, answers), answers)
  const found = before === undefined && compare !== false && isNumberKind(as) ? earlierFigure(figure, answers.calls) : undefined
  return withoutUndefined({
    ...rest,
    title,
    value: figure,
    as,
    drill: buildDrill(drill),
    before: before === undefined ? found : buildFigure(before, answers),
    compared: found === undefined ? undefined : (true as const),
    goal: goal === undefined ? undefined : buildFigure(goal, answers),
    pace: pace === undefined ? undefined : buildFigure(pace, answers),
    spark: spark && { ...spark, rows: answers.path(spark.rows) },
    note: note && { message: note.message, of: buildFigures(note.of, answers) },
  })
}

type FigureDefinition = CardDefinition['value']

const buildFigures = (written: Readonly<Record<string, FigureDefinition>> = {}, answers: Answers): Record<string, Figure> =>
  Object.fromEntries(Object.entries(written).map(([name, figure]) => [name, buildFigure(figure, answers)]))

function buildFigure(figure: FigureDefinition, answers: Answers): Figure {
  if (typeof figure === 'string') return answers.path(figure)
  const { sum, average, count, top, by, show, expression, of } = figure
  if (sum !== undefined) return { sum: answers.path(sum) }
  if (average !== undefined) return { average: answers.path(average) }
  if (count !== undefined) return { count: answers.path(count) }
  if (top !== undefined) return { top: answers.path(top), by: by ?? '', show: show ?? '' }
  const named = Object.entries(of ?? {}).map(([name, path]) => [name, answers.path(path)] as const)
  return { expression: expression ?? '', of: Object.fromEntries(named) }
}

/** The kind of a figure when its card says none. */
function kindOfFigure(figure: Figure, answers: Answers): ValueOptions | undefined {
  if (typeof figure === 'string') return answers.column(figure)
  if ('sum' in figure) return answers.column(figure.sum)
  if ('average' in figure) return answers.column(figure.average)
  if ('count' in figure) return { kind: 'integer', required: false }
  if ('top' in figure) return answers.column(`${figure.top}.${figure.show}`)
  return { kind: 'decimal', required: false }
}

/** px of a chart that says nothing, as most reports have it. */
const height = { min: 400, per: 70 } as const

function buildChart(chart: ChartDefinition, answers: Answers): ChartSpec {
  const { $comment: _, rows, horizontal, height: own, pick, percentages, drill, ...rest } = chart
  const bars = chart.chart === 'bar' || chart.chart === 'stackedBar'
  const lying = horizontal ?? false
  return withoutUndefined({
    ...rest,
    rows: answers.path(rows),
    horizontal: lying,
    height: own === undefined ? (bars && lying ? height : { min: height.min }) : withoutUndefined(own),
    drill: buildDrill(drill),
    pick: pick && withoutUndefined({ ...pick, most: pick.most ?? true }),
    percentages: percentages ?? false,
  })
}

/** A drill without what is only said of it. */
function buildDrill(drill: DrillDefinition | undefined): Drill | undefined {
  if (!drill) return undefined
  const { $comment: _, ...rest } = drill
  return rest
}

function buildTable(table: TableDefinition, answers: Answers): TableSpec {
  const { $comment: _, rows, columns, totals, rowTone, opening, drill: ofRow, ...rest } = table
  const found = answers.rows(rows)
  const known = found?.columns ?? []
  return withoutUndefined({
    ...rest,
    rows: answers.path(rows),
    drill: buildDrill(ofRow),
    columns: (columns ?? known.map(column => column.name)).map((each): TableColumn => {
      const { $comment: _, column, title, width, tones, drill, ...words } = typeof each === 'string' ? { column: each } : each
      const kind = known.find(one => one.name === column)
      return withoutUndefined({
        column,
        title: title ?? kind?.title ?? defaultTitleOf(column),
        titleOf: title === undefined ? kind?.titleOf : undefined,
        width,
        as: asOf(column, words, kind, answers),
        tones,
        drill: buildDrill(drill),
      })
    }),
    totals: totals ?? [],
    rowTone: rowTone ?? [],
    opening: opening && { ...opening, values: buildFigures(opening.values, answers) },
    tree: found?.is === 'tree' ? found.children : undefined,
  })
}

import { sum } from '../../../base/decimal.ts'
import type { AxisDays } from '../../../browser/plugin.ts'
import type { ValueOptions } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import { withNeededDecimals } from '../../../kinds/valueText.ts'
import { logoOf } from '../../../model/report/logoOf.ts'
import type { ChartSpec, MomentPart, ResultColumn } from '../../../model/report.ts'
import { colourPlaces } from './colours.ts'
import { axisPlaces } from './fill.ts'
import { wholeText } from './labels.ts'

type Row = Readonly<Record<string, unknown>>

/** The data of a chart: a figure for each category and series. */
export interface ChartData {
  readonly categories: readonly Category[]
  readonly series: readonly Series[]
  /** By series, then by category; null where there is none. */
  readonly figures: readonly (readonly (number | null)[])[]
  /** Categories are days, hours or numbers: what stands between two names is plain. */
  readonly counted?: boolean
}

export interface Category {
  readonly key: string
  /** Its value, of which the text is made. */
  readonly value?: unknown
  readonly text: string
  /** The same in few letters, for an axis: days of one year without it. */
  readonly short: string
  /** Place of its colour, the same in every chart of the rows. */
  readonly colour: number
  /** The rows behind it. */
  readonly rows: readonly Row[]
  /** Logo before its text. */
  readonly logo?: string | undefined
  /** It goes on, so that its figures still grow. */
  readonly unfinished?: boolean | undefined
}

export interface Series {
  readonly key: string
  readonly title: string
  readonly as: ValueOptions
  /** Tells whether a row is one of it. */
  holds(row: Row): boolean
}

type Wanted = Pick<ChartSpec, 'category' | 'values' | 'series' | 'pick' | 'fill'>

const plain: ValueOptions = { kind: 'text', required: false }
const number: ValueOptions = { kind: 'decimal', required: false }

/**
 * Makes figures of rows. Rows of the same category and series are added up, exactly, but of averages. Categories stand in the order of
 * the rows; picked ones in the order of what they were picked by; of an axis that counts days none is left out, and 0 stands where
 * nothing was. What was not measured has no figure: an average of nothing, an hour that is still to come.
 */
export function chartData(rows: readonly Row[], columns: readonly ResultColumn[], spec: Wanted, days?: AxisDays): ChartData {
  const find = (name: string | undefined) => columns.find(column => column.name === name)
  const chosen = spec.pick ? picked(rows, spec.pick) : rows
  const categoryAs = find(spec.category) ?? plain
  const found = groupBy(chosen, row => wholeText(row[spec.category], categoryAs))
  const groups = spec.fill ? filled(spec.fill, found, spec.category, categoryAs, days) : withoutPlaces(found, spec.category)
  const texts = [...groups.keys()]
  const shorter = shortener(texts, categoryAs)
  const short = (text: string): string => (spec.fill === 'hour' ? text.replace(/^\d{1,2}$/, '$&h') : shorter(text))
  const colours = colourPlaces(texts, categoryAs.refine?.colours)
  const categories = [...groups].map(([text, { rows: own, value, unfinished }], at) => ({
    key: text,
    value,
    text: spec.fill === 'hour' ? short(text) : text,
    short: short(text),
    colour: colours[at] ?? at,
    rows: own,
    logo: logoOf(text, categoryAs.refine?.logos),
    unfinished,
  }))
  const series = measuredOf(seriesOf(chosen, spec, find), chosen)
  const figures = series.map(one =>
    [...groups.values()].map(
      ({ rows: own, measured }) => added(own.filter(one.holds), one) ?? (spec.fill && measured && one.additive ? 0 : null),
    ),
  )
  return {
    categories,
    series: series.map(({ key, title, as, holds }, at) => ({ key, title, holds, as: withNeededDecimals(as, figures[at] ?? []) })),
    figures,
    counted: (spec.fill !== undefined && spec.fill !== 'weekday') || isCounted(categoryAs),
  }
}

const isCounted = ({ kind }: ValueOptions): boolean => {
  const { time, places } = kindByName(kind)
  return time !== undefined || places !== undefined
}

/** The rows of every place that the axis counts, in its order; what is no such place comes last. */
function filled(
  part: MomentPart,
  found: ReadonlyMap<string, readonly Row[]>,
  category: string,
  as: ValueOptions,
  days: AxisDays | undefined,
): ReadonlyMap<string, Place> {
  const values = [...found.values()].map(own => own[0]?.[category])
  const places = axisPlaces(part, values, days).map(({ value, ...state }) => {
    const text = wholeText(value, as)
    return [text, { ...state, value, rows: found.get(text) ?? [] }] as const
  })
  const stand = new Set(places.map(([text]) => text))
  return new Map([...places, ...[...withoutPlaces(found, category)].filter(([text]) => !stand.has(text))])
}

interface Place {
  readonly value: unknown
  readonly rows: readonly Row[]
  readonly measured: boolean
  readonly unfinished?: boolean
}

const withoutPlaces = (found: ReadonlyMap<string, readonly Row[]>, category: string): ReadonlyMap<string, Place> =>
  new Map([...found].map(([text, rows]) => [text, { value: rows[0]?.[category], rows, measured: true }]))

/** How days are written under an axis: `05/11` where all are of one year. */
function shortener(texts: readonly string[], { kind }: ValueOptions): (text: string) => string {
  const { time } = kindByName(kind)
  const years = new Set(texts.map(text => /\/(\d{4})/.exec(text)?.[1]))
  return (time === 'day' || time === 'instant') && years.size === 1 ? text => text.replace(/\/\d{4}/, '') : text => text
}

interface Drawn extends Series {
  readonly column: string
  readonly additive: boolean
}

/** The columns that are drawn; with a column of series, each of them once for every value of that. */
function seriesOf(rows: readonly Row[], spec: Wanted, find: (name: string | undefined) => ResultColumn | undefined): Drawn[] {
  const columns = spec.values.map(name => {
    const column = find(name)
    return { column: name, title: column?.title ?? name, as: column ?? number, additive: column?.additive !== false }
  })
  if (spec.series === undefined) return columns.map(one => ({ ...one, key: one.column, holds: () => true }))
  const name = spec.series
  const as = find(name) ?? plain
  const values = [...new Set(rows.map(row => wholeText(row[name], as)))]
  return columns.flatMap(one =>
    values.map(text => ({
      ...one,
      key: `${one.column} ${text}`,
      title: columns.length > 1 ? `${text} · ${one.title}` : text,
      holds: (row: Row) => wholeText(row[name], as) === text,
    })),
  )
}

/** Those of which any row tells a figure; all where none does. A day that nothing can be compared with has no row of zeros beside it. */
function measuredOf(series: readonly Drawn[], rows: readonly Row[]): readonly Drawn[] {
  const measured = series.filter(({ column, holds }) => rows.some(row => holds(row) && figureOf(row[column]) !== undefined))
  return measured.length > 0 ? measured : series
}

const figureOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

/** The sum of a column, exactly; of averages only one alone says something. */
function added(rows: readonly Row[], { column, additive }: Drawn): number | null {
  const values = rows.map(row => figureOf(row[column])).filter(value => value !== undefined)
  return values.length === 0 || (values.length > 1 && !additive) ? null : sum(values)
}

/** The rows with most, or least, by a column. Equal ones keep their order. */
function picked(rows: readonly Row[], { by, most, count, above }: NonNullable<ChartSpec['pick']>): readonly Row[] {
  const of = (row: Row) => figureOf(row[by]) ?? 0
  const enough = above === undefined ? rows : rows.filter(row => of(row) > above)
  return [...enough].sort((a, b) => (most ? of(b) - of(a) : of(a) - of(b))).slice(0, count)
}

function groupBy(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const own = groups.get(key(row))
    if (own) own.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

/** Tells whether there is anything to draw. */
export const isChartEmpty = ({ figures }: ChartData): boolean =>
  figures.every(row => row.every(value => value === null || value === 0))

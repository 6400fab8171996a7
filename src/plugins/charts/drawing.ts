import type { PartialTheme } from '@nivo/theming'
import { sum } from '../../base/decimal.ts'
import { type ChartTheme, inkOf } from './core/colours.ts'
import { shortText, wholeText } from './core/labels.ts'
import type { ChartData } from './core/series.ts'

/** The properties of each kind of chart. */
export interface DrawingProps {
  readonly data: ChartData
  /** Figures of other charts that share the axis. */
  readonly shared: readonly number[]
  readonly width: number
  readonly height: number
  readonly theme: ChartTheme
  readonly animate: boolean
  /** Place of the category that the keyboard is on. */
  readonly active: number | undefined
  /** Without a series: all that stands there. */
  onChoose(category: number, series?: number): void
}

/** Nivo's theme in our colours and type. */
export function nivoTheme(theme: ChartTheme): PartialTheme {
  const ink = inkOf(theme)
  const text = { fontFamily: 'inherit', fontSize: 12, fill: ink.text }
  return {
    text,
    axis: {
      domain: { line: { stroke: ink.axis, strokeWidth: 1 } },
      ticks: { line: { stroke: ink.axis, strokeWidth: 1 }, text },
    },
    grid: { line: { stroke: ink.line, strokeWidth: 1 } },
    crosshair: { line: { stroke: ink.axis, strokeWidth: 1, strokeOpacity: 1, strokeDasharray: '3 3' } },
    labels: { text: { ...text, fill: ink.strong } },
    tooltip: { container: { background: 'transparent', boxShadow: 'none', padding: 0 } },
  }
}

const number = { kind: 'decimal', required: false } as const

/** Kind of the value axis: that of the first series. */
export const axisKind = (data: ChartData) => data.series[0]?.as ?? number

export const shortTextOf = (data: ChartData) => (value: number) => shortText(value, axisKind(data))

/** All figures of a category, in words. */
export function categorySummary(data: ChartData, at: number): string {
  const category = data.categories[at]
  if (!category) return ''
  const said = data.series.map((one, series) => {
    const text = wholeText(data.figures[series]?.[at] ?? null, one.as)
    return data.series.length === 1 ? text : `${one.title} ${text}`
  })
  return `${category.text}: ${said.join(' · ')}`
}

/** Figures that an axis must hold: all, or the ends of stacked bars. */
export function axisFigures({ figures }: ChartData, stacked: boolean): readonly number[] {
  if (!stacked) return figures.flat().filter(value => value !== null)
  const count = figures[0]?.length ?? 0
  return Array.from({ length: count }, (_, at) => at).flatMap(at => {
    const own = figures.map(row => row[at] ?? 0)
    return [sum(own.filter(value => value > 0)), sum(own.filter(value => value < 0))]
  })
}

import { sum } from '../../../base/decimal.ts'
import type { Category, ChartData } from './series.ts'

/** Slices that can be told apart: one less than there are colours, for the rest. */
export const mostSlices = 20

/** The largest figures of the first series in the order of the rows, and all others as one: `others` names them by their number. */
export function withOthers(data: ChartData, most: number, others: (count: number) => string): ChartData {
  const figures = data.figures[0] ?? []
  if (data.categories.length <= most + 1) return data
  const ranked = [...figures.keys()].sort((a, b) => (figures[b] ?? 0) - (figures[a] ?? 0))
  const kept = ranked.slice(0, most).sort((a, b) => a - b)
  const rest = ranked.slice(most)
  const text = others(rest.length)
  const other: Category = {
    key: `others ${text}`,
    text,
    short: text,
    rows: rest.flatMap(at => data.categories[at]?.rows ?? []),
  }
  return {
    ...data,
    categories: [...kept.flatMap(at => data.categories[at] ?? []), other],
    figures: data.figures.map(row => [...kept.map(at => row[at] ?? null), sum(rest.map(at => row[at] ?? 0))]),
  }
}

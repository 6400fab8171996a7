import { sum } from '../../../base/decimal.ts'
import type { Category, ChartData } from './series.ts'

/** Slices that can be told apart: one less than there are colours, for the rest. */
export const mostSlices = 20

/** The figures of the first series as slices, the largest first; what would be too many is one. `others` names it by its number. */
export function slicesOf(data: ChartData, most: number, others: (count: number) => string): ChartData {
  const figures = data.figures[0] ?? []
  const ranked = [...figures.keys()].sort((a, b) => (figures[b] ?? 0) - (figures[a] ?? 0))
  const all = ranked.length <= most + 1
  const kept = all ? ranked : ranked.slice(0, most)
  const rest = all ? [] : ranked.slice(most)
  const categories = kept.flatMap(at => data.categories[at] ?? [])
  const own = (row: readonly (number | null)[]) => kept.map(at => row[at] ?? null)
  if (rest.length === 0) return { ...data, categories, figures: data.figures.map(own) }
  const text = others(rest.length)
  const rows = rest.flatMap(at => data.categories[at]?.rows ?? [])
  const other: Category = { key: `others ${text}`, value: undefined, text, short: text, colour: most, rows }
  return {
    ...data,
    categories: [...categories, other],
    figures: data.figures.map(row => [...own(row), sum(rest.map(at => row[at] ?? 0))]),
  }
}

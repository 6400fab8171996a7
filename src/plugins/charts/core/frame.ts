import type { ChartSpec } from '../../../model/report.ts'
import type { ChartData } from './series.ts'

/** How a chart lies in its box. */
export interface ChartFrame {
  readonly horizontal: boolean
  readonly height: number
}

/** Narrower than this, upright bars have no room for their names. */
const narrow = 520
/** Upright bars of more categories than this would be sticks. */
const crowded = 40

/** Bars lie down where the definition says so, and on narrow screens; the height grows with them. */
export function frameOf(spec: Pick<ChartSpec, 'chart' | 'height' | 'horizontal'>, data: ChartData, width: number): ChartFrame {
  const count = data.categories.length
  const bars = spec.chart === 'bar' || spec.chart === 'stackedBar'
  // Days and hours stand in a row at any width: of their names some may be left out.
  const lying = bars && (spec.horizontal || (width < narrow && count <= crowded && !data.counted))
  const own = Math.max(spec.height.min, (spec.height.per ?? 0) * count)
  // Lying bars that were meant to stand need their own room: a line of text each.
  return { horizontal: lying, height: lying && !spec.horizontal ? Math.max(own, count * leastBar + 40) : own }
}

const leastBar = 26

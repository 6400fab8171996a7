import type { AlternatingResults, LoadResult } from './loadTest.ts'
import { median } from './statistics.ts'

/** One line of the report. */
export interface BenchResult {
  readonly what: string
  readonly ours: string
  readonly baseline: string
  readonly ratio?: number
  /** The ratio must be at least, or at most, this. */
  readonly bar?: { readonly least: number } | { readonly most: number }
  /** A figure beside a row of the design: it is shown and has no bar. */
  readonly beside?: boolean
  readonly note?: string
}

/** A figure of both sides: the median of the turns, and the median of the ratios of neighbouring turns. */
export function compareSides(
  { ours, other }: AlternatingResults,
  figure: keyof LoadResult,
): { ours: number; other: number; ratio: number } {
  const pairs = ours.map((answers, turn) => answers[figure] / (other[turn]?.[figure] ?? Number.NaN))
  return {
    ours: median(ours.map(answers => answers[figure])),
    other: median(other.map(answers => answers[figure])),
    ratio: median(pairs),
  }
}

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en-US')} req/s`
export const milliseconds = (time: number): string => `${time.toFixed(time < 10 ? 2 : time < 100 ? 1 : 0)} ms`

export const meetsBar = ({ ratio, bar }: BenchResult): boolean | undefined => {
  if (ratio === undefined || bar === undefined) return undefined
  return 'least' in bar ? ratio >= bar.least : ratio <= bar.most
}

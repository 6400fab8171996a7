import { median, quantile } from './statistics.ts'
import type { Turns } from './turns.ts'

/** One line of the report. */
export interface BenchResult {
  readonly what: string
  readonly ours: string
  readonly other: string
  readonly ratio?: number
  /** Between which ratios the middle half of the turns lies. */
  readonly spread?: readonly [low: number, high: number]
  /** The ratio must be at least, or at most, this. A figure without one stands beside the row above. */
  readonly bar?: { readonly least: number } | { readonly most: number }
  /** Where two versions are compared: whether more is better. */
  readonly better?: 'more' | 'less'
  /** Why there is no ratio. */
  readonly note?: string
}

/** How a figure is written, and which is the better one. */
export interface Unit {
  show(figure: number): string
  readonly better: 'more' | 'less'
}

const count = (number: number): string => Math.round(number).toLocaleString('en-US')

/** So many of something a second. */
export const rateOf = (things: string): Unit => ({ show: rate => `${count(rate)} ${things}/s`, better: 'more' })
export const rate = rateOf('req')
export const milliseconds = (time: number): string => `${time.toFixed(time < 10 ? 2 : time < 100 ? 1 : 0)} ms`
export const time: Unit = { show: milliseconds, better: 'less' }

/** How fast ours is: more is better, and it must be at least `least` of the other side's speed. */
export const speedLine = (what: string, turns: Turns<number>, unit: Unit, least?: number): BenchResult =>
  lineOf(what, turns, unit, 'more', least === undefined ? undefined : { least })

/** How much longer ours takes: less is better, and it must be at most `most` times as long. */
export const slownessLine = (what: string, turns: Turns<number>, unit: Unit, most?: number): BenchResult =>
  lineOf(what, turns, unit, 'less', most === undefined ? undefined : { most })

/** The median of each side and of the ratios of neighbouring turns. Two versions are compared figure by figure, and have no bar. */
function lineOf(
  what: string,
  { ours, other, against }: Turns<number>,
  { show, better }: Unit,
  wanted: 'more' | 'less',
  bar: BenchResult['bar'],
): BenchResult {
  const shown = { what, ours: show(median(ours)), other: show(median(other)) }
  const upside = against !== undefined || better === wanted
  const ratios = ours.map((mine, turn) => (upside ? mine / (other[turn] ?? Number.NaN) : (other[turn] ?? Number.NaN) / mine))
  const ratio = median(ratios)
  if (against !== undefined) return { ...shown, ratio, ...spreadIn(ratios), better }
  return { ...shown, ratio, ...spreadIn(ratios), ...(bar ? { bar } : {}) }
}

/** Between which ratios the middle half of them lies, where there are some. */
const spreadIn = (ratios: readonly number[]): Pick<BenchResult, 'spread'> =>
  ratios.length > 2 ? { spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)] } : {}

/** Ours against a figure that it must reach or keep below; two versions against each other. */
export function limitLine(what: string, turns: Turns<number>, unit: Unit, limit: number): BenchResult {
  if (turns.against !== undefined) return lineOf(what, turns, unit, unit.better, undefined)
  const ratios = turns.ours.map(figure => figure / limit)
  const bar = unit.better === 'more' ? { least: 1 } : { most: 1 }
  const shown = { what, ours: unit.show(median(turns.ours)), other: unit.show(limit) }
  return { ...shown, ratio: median(ratios), ...spreadIn(ratios), bar }
}

/** A figure that is held against nothing; two versions against each other. */
export const plainLine = (what: string, turns: Turns<number>, unit: Unit): BenchResult =>
  turns.against === undefined
    ? { what, ours: unit.show(median(turns.ours)), other: '' }
    : lineOf(what, turns, unit, unit.better, undefined)

/** Tells whether the ratio keeps its bar, where it has one. */
const meetsBar = ({ ratio, bar }: BenchResult): boolean | undefined => {
  if (ratio === undefined || bar === undefined) return undefined
  return 'least' in bar ? ratio >= bar.least : ratio <= bar.most
}

/** How a line came out, in a word: its bar, or which version is better where the middle half of the turns agrees. */
export function verdictOf(line: BenchResult): string {
  const { ratio, spread, better } = line
  if (better === undefined || ratio === undefined) {
    const held = meetsBar(line)
    return held === undefined ? '' : held ? 'held' : '**not held**'
  }
  const [low, high] = spread ?? [ratio, ratio]
  if (low <= 1 && high >= 1) return 'alike'
  return ratio > 1 === (better === 'more') ? 'better' : 'worse'
}

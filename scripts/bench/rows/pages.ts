import type { Page } from 'playwright'
import { type BenchResult, milliseconds } from '../figures.ts'
import { type BenchSession, openBenchSession } from '../pages/browserSession.ts'
import { installProbe } from '../pages/probe.ts'
import { type Figure, keys, open, paste, reload, route, type Side, scroll, sides } from '../pages/tasks.ts'
import { median, percentile } from '../statistics.ts'

/** Names of the rows that are measured in a browser. */
export const pageRows = ['route', 'reload', 'form', 'child', 'scroll', 'paste'] as const
export type PageRow = (typeof pageRows)[number]

const rounds = 7
/** A turn of typing has few keys: its median moves more. */
const typed = 11

/** Pages of ours beside the hand-written ones, in one browser and against one server, in turns. */
export async function measurePages(wanted: ReadonlySet<string>, say: (text: string) => void): Promise<BenchResult[]> {
  const house = await openBenchSession()
  const lines: BenchResult[] = []
  const step = async (name: PageRow, measure: () => Promise<BenchResult[]>): Promise<void> => {
    if (!wanted.has(name)) return
    say(name)
    lines.push(...(await measure()))
  }
  try {
    await step('route', async () => [
      timed('List: from the click in the menu to painted rows', await inTurns(house, route('hand'))),
      beside('the same with a press of no time, as by Enter', await inTurns(house, route('none'))),
    ])
    await step('reload', async () => [beside('List: from its reload to painted rows', await inTurns(house, reload))])
    await step('form', async () => [timed('Product form: from key to paint', await inTurns(house, keys('form'), typed))])
    await step('child', async () => {
      const opened = await inTurns(house, open('hand'))
      const most = 300
      return [
        timed('Form with a child list of 1,000 rows x 8 columns: from the click to painted rows', opened),
        limited('the same: milliseconds', opened, most),
        beside('the same with a press of no time', await inTurns(house, open('none'))),
        timed('Child list of 1,000 rows: from key to paint', await inTurns(house, keys('child'), typed)),
      ]
    })
    await step('scroll', async () => [smooth(await inTurns(house, scroll))])
    await step('paste', async () => [
      timed('Paste of 200 x 5 cells: from Ctrl+V to painted', await inTurns(house, paste('painted'))),
      timed('the same: to painted as saved', await inTurns(house, paste('saved'))),
    ])
  } finally {
    await house.close()
  }
  return lines
}

type Turns = Readonly<Record<Side, readonly Figure[]>>

/** Each side by turns, each turn in a page of its own; the first turn of both is for warming up. */
async function inTurns(
  house: BenchSession,
  task: (page: Page, side: Side, house: BenchSession, turn: number) => Promise<Figure>,
  turns = rounds,
): Promise<Turns> {
  const found: Record<Side, Figure[]> = { ours: [], baseline: [] }
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const side of sides) {
      const page = await house.context.newPage()
      await page.addInitScript(installProbe)
      const figure = await task(page, side, house, turn)
      await page.close()
      if (turn > 0) found[side].push(figure)
    }
  }
  return found
}

/** Times of both sides; the ratio is that of their speeds, the median of neighbouring turns. */
const timed = (what: string, turns: Turns): BenchResult => ({ ...compared(what, turns), bar: { least: 0.8 } })

const beside = (what: string, turns: Turns): BenchResult => ({ ...compared(what, turns), beside: true })

function compared(what: string, turns: Turns): BenchResult {
  const pairs = turns.ours.map(({ times }, turn) => median(turns.baseline[turn]?.times ?? []) / median(times))
  return { what, ours: told(turns.ours), baseline: told(turns.baseline), ratio: median(pairs) }
}

/** The median of all, the slowest of twenty where there are that many, and the work of the page's thread for each. */
function told(figures: readonly Figure[]): string {
  const times = figures.flatMap(figure => figure.times).toSorted((a, b) => a - b)
  const works = figures.map(({ work, times: all }) => work / all.length)
  const slow = times.length >= 100 ? `, p95 ${milliseconds(percentile(times, 0.95))}` : ''
  return `${milliseconds(median(times))}${slow}; ${milliseconds(median(works))} of work`
}

function limited(what: string, { ours }: Turns, most: number): BenchResult {
  const time = median(ours.flatMap(({ times }) => times))
  return { what, ours: milliseconds(time), baseline: milliseconds(most), ratio: time / most, bar: { most: 1 } }
}

function smooth({ ours, baseline }: Turns): BenchResult {
  const share = (figures: readonly Figure[]): number => median(figures.map(({ good = 0, frames = 0 }) => good / frames))
  const shown = (figures: readonly Figure[]): string =>
    `${(share(figures) * 100).toFixed(1)} % of frames in time; ${milliseconds(median(figures.map(({ work, frames = 1 }) => work / frames)))} of work`
  return {
    what: 'Scroll of 10,000 rows x 12 columns',
    ours: shown(ours),
    baseline: shown(baseline),
    ratio: share(ours) / share(baseline),
    bar: { least: 0.8 },
  }
}

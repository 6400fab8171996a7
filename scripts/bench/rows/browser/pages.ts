import { type BenchResult, limitLine, milliseconds, speedLine, time, type Unit } from '../../figures.ts'
import { openVisitors, pagesSetup } from '../../pages/browserSession.ts'
import {
  type Figure,
  openAndType,
  openForm,
  type PageTask,
  paste,
  reload,
  route,
  scroll,
  typeProduct,
} from '../../pages/tasks.ts'
import { visiting } from '../../pages/visiting.ts'
import type { Bench } from '../../places/bench.ts'
import type { Contest } from '../../places/contest.ts'
import { median, p95 } from '../../statistics.ts'
import { pick, type Turns } from '../../turns.ts'

/** Milliseconds that a form may take to open. */
const MOST = 300
/** Our pages must be so fast where the hand-written ones are 1. */
const LEAST = 0.8

/** Rows of pages of ours beside the hand-written ones, in one browser and against one server, by turns. */
const pageRow = (measure: (contest: Contest) => AsyncGenerator<BenchResult>) =>
  async function* (bench: Bench): AsyncGenerator<BenchResult> {
    yield* measure(await bench.contest(pagesSetup))
  }

export const measureRoute = pageRow(async function* (contest) {
  yield lineOf('List: from the click in the menu to painted rows', await inTurns(contest, route('hand')), LEAST)
  yield lineOf('the same with a press of no time, as by Enter', await inTurns(contest, route('none')))
})

export const measureReload = pageRow(async function* (contest) {
  yield lineOf('List: from its reload to painted rows', await inTurns(contest, reload))
})

export const measureForm = pageRow(async function* (contest) {
  yield lineOf('Product form: from key to paint', await inTurns(contest, typeProduct), LEAST)
})

export const measureChild = pageRow(async function* (contest) {
  const turns = await inTurns(contest, openAndType)
  const opened = pick(turns, each => each.opened)
  yield lineOf('Form with a child list of 1,000 rows x 8 columns: from the click to painted rows', opened, LEAST)
  if (!contest.rival) yield limitLine('the same: milliseconds', pick(opened, timeOf), time, MOST)
  yield lineOf(
    'Child list of 1,000 rows: from key to paint',
    pick(turns, each => each.keys),
    LEAST,
  )
  yield lineOf('the form with a press of no time', await inTurns(contest, openForm('none')))
})

const percent: Unit = { show: share => `${(share * 100).toFixed(1)} % of frames in time`, better: 'more' }

export const measureScroll = pageRow(async function* (contest) {
  const turns = await inTurns(contest, scroll, 5)
  const line = speedLine(
    'Scroll of 10,000 rows x 12 columns',
    pick(turns, ({ share }) => share),
    percent,
    LEAST,
  )
  const works = pick(turns, ({ work }) => work)
  yield { ...line, ours: worked(line.ours, works.ours), other: worked(line.other, works.other) }
})

export const measurePaste = pageRow(async function* (contest) {
  const turns = await inTurns(contest, paste)
  yield lineOf(
    'Paste of 200 x 5 cells: from Ctrl+V to painted',
    pick(turns, ({ painted }) => painted),
    LEAST,
  )
  yield lineOf(
    'the same: to painted as saved',
    pick(turns, ({ saved }) => saved),
    LEAST,
  )
})

/** Each side by turns, each turn in a page of its own. */
async function inTurns<T>(contest: Contest, task: PageTask<T>, rounds = 7): Promise<Turns<T>> {
  const visit = visiting(await openVisitors(contest), task)
  return contest.turns(
    (place, turn) => visit(place, 'ours', turn),
    (place, turn) => visit(place, 'baseline', turn),
    { rounds },
  )
}

const timeOf = ({ times }: Figure): number => median(times)

/** Times of both sides; the ratio is that of their speeds. */
const lineOf = (what: string, turns: Turns<Figure>, least?: number): BenchResult => ({
  ...speedLine(what, pick(turns, timeOf), time, least),
  ours: told(turns.ours),
  other: told(turns.other),
})

/** The median of all, the slowest of twenty where there are that many, and the work of the page's thread for each. */
function told(figures: readonly Figure[]): string {
  const times = figures.flatMap(figure => figure.times)
  const slow = times.length >= 100 ? `, p95 ${milliseconds(p95(times))}` : ''
  return worked(
    `${milliseconds(median(times))}${slow}`,
    figures.map(({ work, times: all }) => work / all.length),
  )
}

const worked = (figure: string, works: readonly number[]): string => `${figure}; ${milliseconds(median(works))} of work`

import type { Checkout } from './checkouts.ts'
import { type Contest, openContest, type Setup } from './contest.ts'
import { Databases, type Seed } from './databases.ts'

/** The means by which rows are measured. */
export interface Bench {
  /** The version that is measured, and the one that it is held against, if it is one. */
  readonly checkouts: readonly [Checkout, Checkout?]
  /** Tells how the work goes on. */
  say(text: string): void
  /** The servers of a setup: those of the row before, where that one has the same. */
  contest(setup: Setup): Promise<Contest>
}

export function openBench(checkouts: Bench['checkouts'], seeds: readonly Seed[], say: Bench['say']): Bench {
  const databases = new Databases(seeds, say)
  let current: { readonly setup: Setup; readonly contest: Promise<Contest> } | undefined
  return {
    checkouts,
    say,
    async contest(setup) {
      if (current?.setup === setup) return current.contest
      // One that did not open has closed itself.
      const before = await current?.contest.catch(() => undefined)
      current = undefined
      await before?.close()
      current = { setup, contest: openContest(databases, checkouts, setup) }
      return current.contest
    },
  }
}

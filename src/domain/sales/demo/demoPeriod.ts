import type { SeededRandom } from '../../samples/public.ts'

/** The days up to now that are filled. */
export interface DemoPeriod {
  readonly days: number
  readonly now: number
  readonly random: SeededRandom
}

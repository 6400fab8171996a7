import { type DeathWatch, startDeathWatch } from '../src/server/database/scratch/deathWatch.ts'

let watching: DeathWatch | undefined

/** Clears what tests start when they die before they have ended it; one a process. */
export const deathWatch = (): DeathWatch => {
  watching ??= startDeathWatch()
  return watching
}

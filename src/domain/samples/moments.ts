import type { SeededRandom } from '../../base/seededRandom.ts'

const DAY = 86_400_000

/** When a record came and was last changed: within the year before. */
export function moments(random: SeededRandom, now: Date): { readonly createdAt: string; readonly updatedAt: string } {
  const created = now.getTime() - random.whole(30, 365) * DAY - random.whole(0, DAY)
  const updated = Math.min(now.getTime(), created + random.whole(0, 29) * DAY)
  return { createdAt: new Date(created).toISOString(), updatedAt: new Date(updated).toISOString() }
}

/** Counts calls by address in windows of a minute, in this process. */
export interface RateLimiter {
  admits(address: string): boolean
}

const minute = 60_000
/** Addresses remembered. */
const most = 10_000

export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  const counts = new Map<string, { until: number; calls: number }>()
  return {
    admits(address) {
      const time = now()
      const kept = counts.get(address)
      if (kept && kept.until > time) {
        kept.calls += 1
        return kept.calls <= perMinute
      }
      if (counts.size >= most) for (const [key, { until }] of counts) if (until <= time || counts.size >= most) counts.delete(key)
      counts.set(address, { until: time + minute, calls: 1 })
      return true
    },
  }
}

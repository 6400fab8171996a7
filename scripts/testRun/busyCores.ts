import { cpus } from 'node:os'

/** How many of the machine's cores were busy, and when: seconds since the watch began. */
export interface BusyCores {
  readonly at: number
  readonly busy: number
}

/** Milliseconds between two looks. */
const EVERY = 2_000

/** Watches how busy the machine is until `stop`. */
export function watchBusyCores(): { readonly seen: readonly BusyCores[]; stop(): void } {
  const seen: BusyCores[] = []
  const start = Date.now()
  let last = timesOf()
  const timer = setInterval(() => {
    const now = timesOf()
    const total = now.total - last.total
    if (total > 0) seen.push({ at: (Date.now() - start) / 1000, busy: ((now.busy - last.busy) / total) * now.cores })
    last = now
  }, EVERY)
  timer.unref()
  return { seen, stop: () => clearInterval(timer) }
}

function timesOf(): { readonly cores: number; readonly total: number; readonly busy: number } {
  const times = cpus().map(core => core.times)
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
  const total = sum(times.flatMap(core => Object.values(core)))
  return { cores: times.length, total, busy: total - sum(times.map(({ idle }) => idle)) }
}

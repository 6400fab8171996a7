import { DateTime } from 'luxon'
import type { Logger } from 'pino'
import type { Quota, QuotaName } from '../../model/access/limits.ts'
import type { Model } from '../../model/model.ts'
import { type Counter, type QuotaCounter, type Spender, usedOf } from '../access/quotaCounter.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import { createOwnLimits, type OwnLimits } from './ownLimits.ts'
import { shareCounts } from './shareCounts.ts'
import { writeUses } from './storeQuotas.ts'

const secondsOf = { minute: 60, hour: 3600, day: 86_400 } as const satisfies Record<NonNullable<Quota['per']>, number>

/** Milliseconds between two exchanges with the other servers: that long they may count without each other. */
const EVERY = 5000
/** The part of a quota from which on its use is told. */
const WORTH = 0.05
/** Counters of one server; more are those of windows that are over. */
const MOST = 50_000

export interface CounterOptions {
  readonly q: Queries
  readonly log: Logger
  model(): Model
  /** Names of a store's files that its records or their history name. */
  savedFiles(storeId: number): Promise<readonly string[]>
}

/**
 * Counts in memory, so that no call waits for it or writes: servers tell each other every few seconds, by one statement for all that was used, and
 * only where a twentieth of a quota is. Windows begin at whole minutes, hours and days, the same for all servers.
 */
export function createQuotaCounter({ q, log, model, savedFiles }: CounterOptions): QuotaCounter {
  const limits = createOwnLimits({ q, log, model })
  const counters = new Counters(limits)
  let noted = new Map<string, { name: QuotaName; id: number; used: number }>()

  const flush = async (): Promise<void> => {
    const used = counters.toTell()
    const uses = [...noted.values()]
    noted = new Map()
    if (used.length === 0 && uses.length === 0) return
    await shareCounts(q, used)
    const stores = used.filter(({ of }) => of === 'store').map(counter => ({ ...counter, used: usedOf(counter) }))
    await writeUses(model(), q, [...stores, ...uses])
    limits.forget()
    await limits.ready()
  }
  const exchange = (): void => void flush().catch((error: unknown) => log.warn({ err: error }, 'quotas not exchanged'))
  const timer = setInterval(exchange, EVERY)
  timer.unref()

  return {
    ready: limits.ready,
    spend(name, who, amount = 1, only) {
      const quota = model().limits.quotas[name]
      if (!quota?.per || amount === 0) return []
      void limits.ready()
      const found = (['user', 'store'] as const).flatMap(whose =>
        only && whose !== only ? [] : (counters.of(name, quota, whose, who) ?? []),
      )
      const full = found.find(counter => usedOf(counter) + amount > counter.most)
      if (full) throw refusal(full, quota, who.zone)
      for (const counter of found) counter.own += amount
      return found
    },
    async limitOf(name, whose, storeId) {
      await limits.ready()
      const quota = model().limits.quotas[name]
      return quota && limits.mostOf(quota, name, whose, storeId)
    },
    savedFiles,
    note: (name, id, used) => void noted.set(`${name} ${id}`, { name, id, used }),
    forget: limits.forget,
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch(() => undefined)
    },
  }
}

/** Counters by whom and what they count, each for the window that goes on. */
class Counters {
  private readonly limits: OwnLimits
  private all = new Map<string, Counter>()

  constructor(limits: OwnLimits) {
    this.limits = limits
  }

  of(name: QuotaName, quota: Quota, of: Counter['of'], { userId, storeId, key: program }: Spender): Counter | undefined {
    const id = of === 'store' ? storeId : userId
    const limit = this.limits.mostOf(quota, name, of, storeId)
    const own = name === 'keyCalls' && of === 'user' ? program?.callsPerMinute : undefined
    const most = own === undefined || limit === undefined ? limit : Math.min(own, limit)
    if (!quota.per || id === null || id === 0 || most === undefined) return undefined
    const seconds = secondsOf[quota.per]
    const window = Math.floor(Date.now() / seconds / 1000)
    const key = `${name} ${of} ${id}`
    const known = this.all.get(key)
    if (known?.window === window && known.most === most) return known
    const fresh = { name, of, id, window, seconds, endsAt: (window + 1) * seconds * 1000, most, own: 0, sent: 0, others: 0 }
    const counter = known?.window === window ? { ...known, most } : fresh
    if (this.all.size > MOST) this.all = new Map([...this.all].filter(([, { endsAt }]) => endsAt > Date.now()))
    this.all.set(key, counter)
    return counter
  }

  /** Returns the counters that the other servers do not know; of stores far below a quota nobody needs to hear. */
  toTell(): Counter[] {
    return [...this.all.values()].filter(counter => counter.own > counter.sent && usedOf(counter) >= counter.most * WORTH)
  }
}

function refusal({ of, most, endsAt }: Counter, { title, per }: Quota, zone: string): ApiError {
  const renews = DateTime.fromMillis(endsAt, { zone }).toFormat(per === 'minute' ? 'HH:mm:ss' : 'HH:mm')
  const seconds = Math.max(1, Math.ceil((endsAt - Date.now()) / 1000))
  return new ApiError(429, of === 'store' ? 'quota.store-used' : 'quota.user-used', {
    quota: title,
    most: most.toLocaleString('pt-BR'),
    renews,
    seconds,
  })
}

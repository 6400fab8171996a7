import { ApiError } from '../error.ts'

/** How much goes on at once, and how much may wait for it. */
export interface TurnLimits {
  readonly atOnce: number
  /** Of one store; fewer than all, so that another's first piece finds a place at once. */
  readonly atOnceOfStore: number
  /** All that a store has beyond its `share` leaves so many places free; absent: none. */
  readonly beyondShare?: { readonly share: number; readonly leaves: number }
  readonly waiting: number
  readonly waitingOfStore: number
}

interface Waiter {
  /** Aborted when whoever waits leaves. */
  readonly signal?: AbortSignal | undefined
  /** It waits even in a line that is full. */
  readonly goesOn?: boolean | undefined
}

/** The owner of a line: a store, or nobody. */
type Line = number | null

/**
 * Turns at what is scarce, fairly given: stores take turns, however much one of them asks for, and within a store who came first is
 * first.
 */
export class StoreTurns {
  readonly #limits: TurnLimits
  /** Waiting pieces, by store; the store that had the last turn stands last. */
  readonly #waiting = new Map<Line, (() => void)[]>()
  readonly #running = new Map<Line, number>()
  #waitingCount = 0
  #runningCount = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /**
   * Waits for a turn, which ends when the returned function is called. Who leaves meanwhile is out of the line.
   *
   * @throws ApiError 503 where too many wait already
   */
  async take(store: Line, waiter: Waiter = {}): Promise<() => void> {
    waiter.signal?.throwIfAborted()
    const free = this.takeFree(store)
    if (free) return free
    await this.#wait(store, waiter)
    return this.#ending(store)
  }

  /** Takes a turn where there is one at once. */
  takeFree(store: Line): (() => void) | undefined {
    if (!this.#mayStart(store)) return undefined
    this.#count(store, 1)
    return this.#ending(store)
  }

  #ending(store: Line): () => void {
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#count(store, -1)
      this.#giveNext()
    }
  }

  /** Turns that are taken, and those that are waited for. */
  get counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#runningCount, waiting: this.#waitingCount }
  }

  #mayStart(store: Line): boolean {
    const { atOnce, atOnceOfStore, beyondShare } = this.#limits
    const own = this.#running.get(store) ?? 0
    const leaves = beyondShare && own >= beyondShare.share ? beyondShare.leaves : 0
    return this.#runningCount < atOnce - leaves && own < atOnceOfStore
  }

  #count(store: Line, more: 1 | -1): void {
    this.#runningCount += more
    const now = (this.#running.get(store) ?? 0) + more
    if (now > 0) this.#running.set(store, now)
    else this.#running.delete(store)
  }

  #wait(store: Line, { signal, goesOn = false }: Waiter): Promise<void> {
    const line = this.#waiting.get(store) ?? []
    const isFull = line.length >= this.#limits.waitingOfStore || this.#waitingCount >= this.#limits.waiting
    if (isFull && !goesOn) throw new ApiError(503, 'threads.busy', { seconds: 5 })
    this.#waiting.set(store, line)
    this.#waitingCount += 1
    return new Promise((come, gone) => {
      const give = (): void => {
        signal?.removeEventListener('abort', leave)
        come()
      }
      const leave = (): void => {
        line.splice(line.indexOf(give), 1)
        this.#waitingCount -= 1
        if (line.length === 0) this.#waiting.delete(store)
        gone(signal?.reason)
      }
      line.push(give)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** The turn goes to the store that has waited longest since its last one. */
  #giveNext(): void {
    for (const [store, line] of this.#waiting) {
      if (!this.#mayStart(store)) continue
      const first = line.shift()
      this.#waiting.delete(store)
      if (line.length > 0) this.#waiting.set(store, line)
      if (!first) continue
      this.#waitingCount -= 1
      this.#count(store, 1)
      first()
      return
    }
  }
}

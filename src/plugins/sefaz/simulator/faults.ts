/** A fault, until told otherwise or for some messages. */
export interface Fault {
  /**
   * slow: answers late. cutBefore: the line goes dead before the message is looked at. cutAfter: it is worked on, and the line goes dead before the answer.
   * malformed: the answer is no XML. asynchronous: a batch is answered with a receipt. code: any code instead of the work. reason: other words beside the right code.
   */
  readonly kind: 'slow' | 'cutBefore' | 'cutAfter' | 'malformed' | 'asynchronous' | 'code' | 'reason'
  /** Only messages to this service, by its name (NFeAutorizacao4). */
  readonly service?: string
  /** Messages that it meets; without it all. */
  readonly times?: number
  /** Messages that pass before it begins. */
  readonly after?: number
  readonly milliseconds?: number
  readonly code?: string
  readonly reason?: string
}

/** Everything that can be said to the simulator from outside. */
export interface Conditions {
  readonly faults?: readonly Fault[]
  /** '108' or '109': the authority rests. Null: it works again. */
  readonly pause?: '108' | '109' | null
  /** The virtual contingency authorities: works (107), is about to end (113), rests (114). */
  readonly contingency?: '107' | '113' | '114'
  /** Minutes that the authority's clock is ahead of this machine's; below zero it is behind. */
  readonly clockMinutes?: number
}

interface Pending {
  readonly fault: Fault
  passes: number
  left: number
}

/** The faults of the authority at the moment. */
export class Weather {
  #pending: Pending[] = []
  pause: '108' | '109' | undefined
  contingency: '107' | '113' | '114' = '114'
  clockMinutes = 0

  /** Takes in what is said; faults replace those that stood. */
  set({ faults, pause, contingency, clockMinutes }: Conditions): void {
    if (faults)
      this.#pending = faults.map(fault => ({ fault, passes: fault.after ?? 0, left: fault.times ?? Number.POSITIVE_INFINITY }))
    if (pause !== undefined) this.pause = pause ?? undefined
    if (contingency) this.contingency = contingency
    if (clockMinutes !== undefined) this.clockMinutes = clockMinutes
  }

  /** The authority's clock, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.clockMinutes * 60_000
  }

  /** Faults that this message meets; each is counted as met. */
  meet(service: string): readonly Fault[] {
    const met: Fault[] = []
    for (const one of this.#pending) {
      if (one.fault.service && one.fault.service !== service) continue
      if (one.passes > 0) {
        one.passes -= 1
        continue
      }
      if (one.left <= 0) continue
      one.left -= 1
      met.push(one.fault)
    }
    this.#pending = this.#pending.filter(one => one.left > 0)
    return met
  }

  describe(): Conditions {
    return {
      faults: this.#pending.map(({ fault, left }) => ({ ...fault, ...(Number.isFinite(left) ? { times: left } : {}) })),
      pause: this.pause ?? null,
      contingency: this.contingency,
      clockMinutes: this.clockMinutes,
    }
  }
}

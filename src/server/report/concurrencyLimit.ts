/** Lets so many pieces of work run at once; the others wait in the order in which they came. */
export class ConcurrencyLimit {
  private readonly most: number
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(most: number) {
    this.most = most
  }

  /** Runs the work when its turn has come; a signal that ends it meanwhile takes it out of the queue. */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await this.turn(signal)
    else this.running++
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      this.pass()
    }
  }

  /** Waits for another to end, whose place it takes. */
  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((come, gone) => {
      const give = (): void => {
        signal.removeEventListener('abort', leave)
        come()
      }
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(give), 1)
        gone(signal.reason)
      }
      signal.throwIfAborted()
      this.waiting.push(give)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  private pass(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.running--
  }
}

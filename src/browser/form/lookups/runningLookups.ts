/** Lookups on their way, by the place that set them off. */
export interface RunningLookups {
  /** Something new is asked for a place; whatever was asked for it before is dropped. */
  begin(place: string): AbortSignal
  /** The form is gone: nobody waits for an answer any more. */
  stop(): void
}

export function createRunningLookups(): RunningLookups {
  const running = new Map<string, AbortController>()
  return {
    begin(place) {
      running.get(place)?.abort()
      const control = new AbortController()
      running.set(place, control)
      return control.signal
    },
    stop() {
      for (const control of running.values()) control.abort()
    },
  }
}

/** Waits, but no longer than the lookup is wanted. */
export const pauseUnlessAborted = (wait: number, signal: AbortSignal): Promise<void> =>
  new Promise(done => {
    const timer = setTimeout(done, wait)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

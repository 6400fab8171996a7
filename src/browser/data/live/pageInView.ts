/** Milliseconds out of view after which nobody looks: who only passes by another tab is not taken for gone. */
const patience = 5000

const isInView = (): boolean => document.visibilityState === 'visible'

/** Until the page is in view, or the signal aborts. */
export const untilInView = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const look = (): void => {
      if (!isInView() && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })

/** A signal that aborts with the given one, or once the page has been out of view for some seconds. `end` stops watching. */
export function whileInView(outer: AbortSignal): { readonly signal: AbortSignal; end(): void } {
  const away = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    timer = isInView() ? undefined : setTimeout(() => away.abort(), patience)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return {
    signal: AbortSignal.any([outer, away.signal]),
    end: () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    },
  }
}

import { blockerOf, releaseAllBlockers } from '../ui/navigationBlockers.ts'
import type { RouterHistory } from './history.ts'

/** Handles the browser's own buttons where a guard stands. */
export interface HistoryPopBlocker {
  /** A page of ours was opened: what is drawn is where the browser stands. */
  onPush(): void
  /** The browser went some steps: true when a guard holds the page that is drawn. */
  onPop(delta: number): boolean
}

/** Milliseconds that a browser takes to go where its buttons sent it: going back at once would meet it on its way. */
const settled = 40

/**
 * The browser has moved already when it tells: it is sent back to where the guard stands, who is asked meanwhile, and goes if it
 * lets (`draw` shows where it stands). However often the buttons are pressed, it is asked once.
 */
export function createHistoryPopBlocker(places: Pick<RouterHistory, 'location' | 'go'>, draw: () => void): HistoryPopBlocker {
  /** Steps from what is drawn to where the browser stands, and to where it was to go last. */
  let away = 0
  let wanted = 0
  let asking = false
  /** It was sent back and is not there yet; then it goes on to where it was let go. */
  let coming = false
  let onward: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const comeBack = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      coming = true
      places.go(-away)
    }, settled)
  }
  const home = (): void => {
    clearTimeout(timer)
    coming = false
    const to = onward
    onward = undefined
    if (to !== undefined) places.go(to)
  }
  const go = (): void => {
    releaseAllBlockers()
    if (coming) {
      onward = wanted
      return
    }
    clearTimeout(timer)
    if (wanted !== away) places.go(wanted - away)
    else {
      away = 0
      draw()
    }
  }
  return {
    onPush() {
      clearTimeout(timer)
      away = 0
    },
    onPop(delta) {
      if (away === 0 && delta === 0) return false
      away += delta
      if (away === 0) {
        home()
        return true
      }
      const guard = blockerOf(places.location().pathname)
      if (!guard && !coming) {
        away = 0
        return false
      }
      comeBack()
      // On the way back it may pass other pages.
      if (!guard || asking) {
        if (Math.abs(away) > Math.abs(wanted)) wanted = away
        return true
      }
      wanted = away
      asking = true
      void guard.confirm().then(leave => {
        asking = false
        if (leave) go()
      })
      return true
    },
  }
}

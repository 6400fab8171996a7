import type { CDPSession, Page } from 'playwright'

/** The code that measures inside the page. */
export interface Probe {
  /** Milliseconds from each key to the end of the frame that painted it. */
  readonly keys: number[]
  /** Begins to look for frames in which each of the conditions holds, one after the other, after the next click or key. */
  await(...conditions: (() => boolean)[]): void
  /** Milliseconds from that click or key until each such frame was painted. */
  found: Promise<number>[]
  /** Scrolls so many frames by so many pixels; gives the frames that came in time and showed rows all over the view. */
  scroll(grid: Element, frames: number, step: number): Promise<number>
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** Runs in the page before its own code. */
export function installProbe(): void {
  const keys: number[] = []
  let last = Number.NaN
  const painted = (run: () => void): void => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = run
      channel.port2.postMessage(undefined)
    })
  }
  const hear = ({ type, timeStamp }: Event): void => {
    last = timeStamp
    if (type === 'keydown') painted(() => keys.push(performance.now() - timeStamp))
  }
  addEventListener('keydown', hear, true)
  addEventListener('click', hear, true)

  const painting = (holds: () => boolean): Promise<number> =>
    new Promise(resolve => {
      const look = (): void => {
        if (Number.isNaN(last) || !holds()) return void requestAnimationFrame(look)
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now() - last)
        channel.port2.postMessage(undefined)
      }
      requestAnimationFrame(look)
    })
  const covered = (grid: Element): boolean => {
    const box = grid.getBoundingClientRect()
    const edges = [...grid.querySelectorAll('[role=row][aria-rowindex]:not([aria-rowindex="1"])')].map(row =>
      row.getBoundingClientRect(),
    )
    const top = Math.min(...edges.map(edge => edge.top))
    const bottom = Math.max(...edges.map(edge => edge.bottom))
    return top <= box.top + 80 && bottom >= box.bottom - 40
  }
  const frame = (): Promise<number> => new Promise(resolve => requestAnimationFrame(resolve))

  window.probe = {
    keys,
    found: [],
    await(...conditions) {
      last = Number.NaN
      let before: Promise<unknown> = Promise.resolve()
      this.found = conditions.map(holds => {
        const found = before.then(() => painting(holds))
        before = found
        return found
      })
    },
    async scroll(grid, frames, step) {
      let good = 0
      let before = await frame()
      for (let count = 0; count < frames; count += 1) {
        grid.scrollTop += step
        const now = await frame()
        if (now - before < 25 && covered(grid)) good += 1
        before = now
      }
      return good
    },
  }
}

/** Counts the work of a page's own thread from now on: each call gives its milliseconds so far. */
export async function watchThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taskTime(session)
  return async () => ((await taskTime(session)) - before) * 1000
}

const taskTime = async (session: CDPSession): Promise<number> =>
  (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN

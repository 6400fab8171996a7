import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addNavigationBlocker } from '../ui/navigationBlockers.ts'
import { createHistoryPopBlocker, type HistoryPopBlocker } from './historyPopBlocker.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A browser whose buttons and whose script move it, each a moment later. */
function browser(pages: readonly string[], start: number, takes = 10) {
  let at = start
  let held: HistoryPopBlocker | undefined
  const drawn: string[] = []
  const draw = (): void => void drawn.push(pages[at] ?? '')
  const go = (delta: number): void =>
    void setTimeout(() => {
      const to = Math.min(pages.length - 1, Math.max(0, at + delta))
      const moved = to - at
      at = to
      if (moved !== 0 && !held?.onPop(moved)) draw()
    }, takes)
  const location = () => ({ pathname: pages[at] ?? '', search: '', hash: '', state: null })
  held = createHistoryPopBlocker({ location, go }, draw)
  return { go, drawn, address: () => pages[at] }
}

function standing(path: string) {
  let answer = (_: boolean): void => undefined
  const confirm = vi.fn(() => new Promise<boolean>(resolve => (answer = resolve)))
  const down = addNavigationBlocker({ active: true, allows: pathname => pathname === path, confirm })
  return { ask: confirm, down, say: (yes: boolean) => answer(yes) }
}

test('however often back is pressed it is asked once, and who stays stands where the form is', async () => {
  const form = standing('/form')
  const { go, drawn, address } = browser(['/a', '/b', '/form', '/c'], 2)
  go(-1)
  await vi.advanceTimersByTimeAsync(12)
  go(-1)
  go(1)
  await vi.runAllTimersAsync()
  expect(form.ask).toHaveBeenCalledTimes(1)
  expect(address()).toBe('/form')
  form.say(false)
  await vi.runAllTimersAsync()
  expect(address()).toBe('/form')
  expect(drawn).toEqual([])
  form.down()
})

test('who leaves goes where the button led, also when the answer comes at once', async () => {
  const cases = [
    { takes: 10, wait: 11 },
    { takes: 10, wait: 111 },
    // On its way back still.
    { takes: 100, wait: 200 },
  ]
  for (const { takes, wait } of cases) {
    const form = standing('/form')
    const { go, drawn, address } = browser(['/a', '/b', '/form'], 2, takes)
    go(-1)
    await vi.advanceTimersByTimeAsync(wait)
    form.say(true)
    await vi.runAllTimersAsync()
    expect(address()).toBe('/b')
    expect(drawn).toEqual(['/b'])
    form.down()
  }
})

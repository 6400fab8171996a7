import type { Page } from 'playwright'

/**
 * Waits until a page has done what opening it sets off: modules whose names are given are there, nothing was fetched and nothing changed in it for
 * twelve frames, and then it had nothing to do.
 */
export async function untilRested(page: Page, modules: readonly string[] = []): Promise<void> {
  await page.waitForFunction(
    names =>
      names.every(name =>
        performance.getEntriesByType('resource').some(entry => new URL(entry.name).pathname.includes(`/${name}-`)),
      ),
    modules,
  )
  await page.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        setTimeout(() => fail(new Error('the page does not come to rest')), 60_000)
        let still = 0
        const move = (): void => {
          still = 0
        }
        const changes = new MutationObserver(move)
        changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        const calls = new PerformanceObserver(move)
        calls.observe({ type: 'resource' })
        const frame = (): void => {
          still += 1
          if (still < 12) return void requestAnimationFrame(frame)
          changes.disconnect()
          calls.disconnect()
          requestIdleCallback(() => done(), { timeout: 2_000 })
        }
        requestAnimationFrame(frame)
      }),
  )
}

import { waitForServer } from '../data/serverReachability.ts'

/** The files of code that the page may need later; scripts/code.ts lists them. */
const listed = (): readonly string[] => JSON.parse(document.getElementById('code')?.textContent || '[]') as string[]

/** Whoever pays by the byte fetches what is opened and nothing else. */
const spares = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true

/** Milliseconds without a key or a click after which hands are taken to rest. */
const restful = 1_500

/** Answers once nobody has typed or clicked for a while: what is fetched ahead must not keep a letter waiting. */
function handsRest(): Promise<void> {
  return new Promise(done => {
    const events = ['keydown', 'pointerdown', 'wheel'] as const
    const rested = (): void => {
      for (const event of events) removeEventListener(event, again, true)
      done()
    }
    let timer = setTimeout(rested, restful)
    const again = (): void => {
      clearTimeout(timer)
      timer = setTimeout(rested, restful)
    }
    for (const event of events) addEventListener(event, again, { capture: true, passive: true })
  })
}

/** Files that are fetched before it is looked again whether hands rest. */
const atOnce = 8

/**
 * Fetches what no page has needed yet, one file after the other and behind everything else: it is kept for good, since a file
 * never changes under its name. What is opened first while the network is away is there then.
 */
export async function prefetchAssets(idle: () => Promise<void>): Promise<void> {
  if (spares()) return
  for (const [at, address] of listed().entries()) {
    if (at % atOnce === 0) await handsRest()
    await idle()
    if (!(await keep(address))) return
  }
}

/** False when the server has this file no more: it has newer ones, and those that follow are gone as well. */
async function keep(address: string): Promise<boolean> {
  for (;;) {
    try {
      const reply = await fetch(address, { priority: 'low' })
      await reply.arrayBuffer()
      return reply.ok
    } catch {
      await waitForServer()
    }
  }
}

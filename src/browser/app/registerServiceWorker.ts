import { membersOf } from '../../base/record.ts'

/** Tells whether somebody pays by the byte, and fetches nothing before it is opened. */
const savesData = (): boolean => 'connection' in navigator && membersOf(navigator.connection).saveData === true

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

/**
 * Registers the service worker (scripts/serviceWorker.ts) once the page stands idle: it fetches the page and all code behind
 * everything else, so that what is opened first while the network is away is there, and the page itself after a reload.
 * Browsers have service workers only over HTTPS and on the machine itself.
 */
export async function registerServiceWorker(idle: () => Promise<void>): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return
  await handsRest()
  await idle()
  // Refused (a private window, pages of an older build): everything works but for the network's absence.
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}

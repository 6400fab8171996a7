import { connectionIs } from '../data/activity.ts'

/** Waits for a server that is away, as calls that read do. Code that is gone from a server that answers is an error: reload. */
export async function patient<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load()
    } catch (error) {
      if (await reachable()) throw error
      connectionIs('down')
      await new Promise(resolve => setTimeout(resolve, Math.min(8_000, 500 * 2 ** attempt)))
    }
  }
}

const reachable = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    response => response.ok,
    () => false,
  )

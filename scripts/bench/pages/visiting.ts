import type { Page } from 'playwright'
import type { Place } from '../places/contest.ts'
import type { Visitor } from './browserSession.ts'
import type { PageTask, Side } from './tasks.ts'

/** Does a task in a page of its own each turn. Pages that come to rest slowly arrive several at once, and are left one by one. */
export function visiting<T>(visitorOf: (place: Place) => Visitor, { arrive, act, together = 1 }: PageTask<T>) {
  const rested = new Map<string, Page[]>()
  const begun = new Set<Visitor>()
  return async (place: Place, side: Side, turn: number): Promise<T> => {
    const visitor = visitorOf(place)
    // Pages that the row before left open hold the connections of the site, of which a browser has six.
    if (!begun.has(visitor)) await Promise.all(visitor.context.pages().map(page => page.close()))
    begun.add(visitor)
    const key = `${side} ${place.url}`
    const waiting = rested.get(key) ?? []
    rested.set(key, waiting)
    if (waiting.length === 0) {
      const arriving = Array.from({ length: together }, async () => {
        const page = await visitor.context.newPage()
        await arrive(page, side, visitor)
        return page
      })
      waiting.push(...(await Promise.all(arriving)))
    }
    const page = waiting.shift()
    if (!page) throw new Error('no page arrived')
    try {
      return await act(page, side, turn)
    } finally {
      await page.close()
    }
  }
}

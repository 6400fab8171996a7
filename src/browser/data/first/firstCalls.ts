import { membersOf } from '../../../base/record.ts'
import { parseStored, readStorage, writeStorage } from '../storage.ts'

/**
 * Answers that public/firstCalls.js asked for while this code was on its way, by method, address and body: who is signed in, the
 * definitions, and what the list at this address asked for last. It fetches the page's part of the code besides, and lets the
 * frame's boxes be painted (ui/firstPaint.css). Where storage or the network refuses it, the page asks by itself.
 */
interface FirstCalls {
  readonly token: string
  readonly replies: Map<string, Promise<Response>>
}

declare global {
  var firstCalls: FirstCalls | undefined
}

/** Milliseconds after the page's beginning from which they are too old to be shown. */
const lifetime = 10_000
/** Addresses whose first calls are remembered. */
const most = 20

const storageKey = 'primeiras'

/** The answer to the very same call of the very same person, once. */
export function takeFirstReply(
  method: string,
  address: string,
  body: string | undefined,
  token: string | undefined,
): Promise<Response> | undefined {
  const asked = globalThis.firstCalls
  if (!asked) return undefined
  if (asked.token !== token || performance.now() > lifetime) return dropFirstReplies()
  const name = [method, address, body ?? ''].join(' ')
  const reply = asked.replies.get(name)
  asked.replies.delete(name)
  return reply
}

/** Forgets the answers: something is written, so that they may tell what is no more. */
export function dropFirstReplies(): undefined {
  globalThis.firstCalls = undefined
}

function remembered(): ReadonlyMap<string, readonly string[]> {
  const kept = Object.entries(membersOf(parseStored(readStorage(storageKey))))
  return new Map(kept.map(([place, calls]) => [place, Array.isArray(calls) ? calls.map(String) : []]))
}

/** Keeps that the page of this store at the browser's address asks so first: its next opening asks it before its code is here. */
export function rememberFirstCall(store: number | undefined, address: string): void {
  // A page that is being left after the session ended asks for nobody.
  if (!readStorage('token')) return
  const place = `${store} ${location.pathname}${location.search}`
  const kept = new Map(remembered())
  const before = kept.get(place) ?? []
  if (before.includes(address)) return
  // The same call with another question stands in the place of the one before.
  const pathOf = (one: string): string | undefined => one.split('?')[0]
  kept.delete(place)
  kept.set(place, [...before.filter(one => pathOf(one) !== pathOf(address)), address])
  writeStorage(storageKey, JSON.stringify(Object.fromEntries([...kept].slice(-most))))
}

/** The store whose name the first picture of a page says, by its key. */
export const rememberStoreName = (id: number | undefined, name: string): void => writeStorage('nomeLoja', `${id} ${name}`)

/** Another person asks other things, and has other stores and figures. */
export const forgetFirstCalls = (): void => {
  dropFirstReplies()
  for (const key of [storageKey, 'nomeLoja', 'ultimosNumeros']) writeStorage(key, undefined)
}

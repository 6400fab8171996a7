import { mutate } from 'swr'
import { membersOf } from '../../../base/record.ts'
import { apiUrl, call } from '../api.ts'
import { clearRegisterCache } from '../caches.ts'
import { setConnection } from '../connectionStatus.ts'
import { tabId, token } from '../identity.ts'
import { firstEvent } from './firstEvent.ts'
import { untilInView, whileInView } from './pageInView.ts'

export interface LiveEvent {
  readonly event: string
  readonly data: string
}

/** Cuts a stream's text into events; the rest is an event not yet whole. */
export function parseEventStream(text: string): { readonly events: readonly LiveEvent[]; readonly rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.flatMap(block => {
    const lines = block.split('\n')
    const of = (name: string) =>
      lines.filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1).replace(/^ /, ''))
    const data = of('data')
    return data.length > 0 ? [{ event: of('event')[0] ?? 'message', data: data.join('\n') }] : []
  })
  return { events, rest }
}

/**
 * Follows the server's events until stopped, reconnecting with a growing wait. What others change leaves the cache;
 * `onModel` hears of changed definitions. Only a page in view follows: over HTTP/1.1 a browser gives a site six connections, and tabs
 * that nobody looks at would hold them all. Who comes back to a tab reads anew what it shows.
 */
export function followLiveChanges(onModel: () => void): () => void {
  const stop = new AbortController()
  void keepFollowing(stop.signal, onModel)
  return () => stop.abort()
}

async function keepFollowing(signal: AbortSignal, onModel: () => void): Promise<void> {
  let failures = 0
  let opened = false
  let wasAway = false
  // Changes of others while nobody told them are read anew; before the first stream the server remembers them.
  const heard = (): void => {
    if (opened) readAnew()
    if (opened && wasAway) onModel()
    opened = true
    wasAway = false
  }
  for (;;) {
    await untilInView(signal)
    if (signal.aborted) return
    const began = Date.now()
    const looking = whileInView(signal)
    const after = opened ? null : firstEvent.id
    await follow({ signal: looking.signal, after }, heard, event => handle(event, onModel)).catch(() => undefined)
    looking.end()
    if (looking.signal.aborted) {
      wasAway = true
      continue
    }
    failures = Date.now() - began > 10_000 ? 0 : failures + 1
    await new Promise(resolve => setTimeout(resolve, Math.min(8_000, 500 * 2 ** failures)))
  }
}

/** One stream: until when, and after which event. */
interface Stream {
  readonly signal: AbortSignal
  readonly after: string | null
}

async function follow({ signal, after }: Stream, opened: () => void, handle: (event: LiveEvent) => void): Promise<void> {
  const headers = {
    Authorization: token() ?? '',
    Accept: 'text/event-stream',
    'X-Origin': tabId,
    ...(after === null ? {} : { 'Last-Event-ID': after }),
  }
  const response = await fetch(apiUrl('events', undefined), { headers, signal }).catch((error: unknown) => {
    if (!signal.aborted) setConnection('down')
    throw error
  })
  // The session is over: a call like any other says so to the page, which else would ask again and again.
  if (response.status === 401) await call('GET', 'model')
  if (!response.ok || !response.body) throw new Error(String(response.status))
  setConnection('up')
  opened()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const { events, rest } = parseEventStream(text + chunk.value)
    text = rest
    for (const event of events) handle(event)
  }
}

const readAnew = (): void => void mutate(key => Array.isArray(key))

function handle({ event, data }: LiveEvent, onModel: () => void): void {
  if (event === 'model') onModel()
  if (event === 'missed') readAnew()
  if (event !== 'change') return
  const { origin, register } = membersOf(JSON.parse(data))
  if (origin === tabId || typeof register !== 'string') return
  void clearRegisterCache(register)
}

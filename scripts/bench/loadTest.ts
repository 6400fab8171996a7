import autocannon from 'autocannon'
import type { Contest, Place } from './places/contest.ts'
import { percentile } from './statistics.ts'
import type { Schedule, Turns } from './turns.ts'

/** Connections that ask at once: about what a busy store's staff keep open, and enough to fill two cores. */
export const connections = 8

/** The request to a server: one call, again and again. */
export interface LoadTarget {
  readonly url: string
  readonly token?: string
  readonly method?: 'GET' | 'POST'
  /** Path of the next call, when each differs. */
  next?(): string
  /** Body of the next call. */
  body?(): unknown
}

/** How a server answered for a while. */
export interface LoadResult {
  /** Requests a second. */
  readonly rate: number
  /** Milliseconds. */
  readonly median: number
  readonly p95: number
}

/** Asks for so many seconds. A call that fails ends the bench: a fast refusal is no answer. */
export async function measureLoad(target: LoadTarget, seconds: number): Promise<LoadResult> {
  const { origin, pathname, search } = new URL(target.url)
  const took: number[] = []
  const running = autocannon({
    url: origin,
    connections,
    duration: seconds,
    headers: target.token === undefined ? {} : { authorization: target.token },
    requests: [
      {
        method: target.method ?? 'GET',
        path: `${pathname}${search}`,
        setupRequest: request => ({
          ...request,
          ...(target.next ? { path: target.next() } : {}),
          ...(target.body ? { body: JSON.stringify(target.body()), headers: { ...request.headers, ...json } } : {}),
        }),
      },
    ],
  })
  const started = performance.now()
  let ended = started
  running.on('response', (_client: unknown, _status: number, _bytes: number, milliseconds: number) => {
    took.push(milliseconds)
    ended = performance.now()
  })
  const { errors, timeouts, non2xx } = await running
  const failed = errors + timeouts + non2xx
  if (failed > 0 || took.length === 0) throw new Error(`${failed} of ${took.length} calls failed: ${target.url}`)
  took.sort((a, b) => a - b)
  return { rate: (took.length / (ended - started)) * 1000, median: percentile(took, 0.5), p95: percentile(took, 0.95) }
}

const json = { 'content-type': 'application/json' }

/** Turns of a second each: enough calls for a median, and short enough for many neighbours to compare. */
const seconds = 1
const pace = { rounds: 7 }

/** Both sides of a contest asked by turns. */
export const loadTurns = (
  contest: Contest,
  ours: (place: Place) => LoadTarget,
  byHand: (place: Place) => LoadTarget,
  schedule: Schedule = pace,
): Promise<Turns<LoadResult>> =>
  contest.turns(
    place => measureLoad(ours(place), seconds),
    place => measureLoad(byHand(place), seconds),
    schedule,
  )

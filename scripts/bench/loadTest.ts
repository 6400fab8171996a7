import autocannon from 'autocannon'
import { percentile } from './statistics.ts'

/** Connections that ask at once: about what a busy store's staff keep open, and enough to fill two cores. */
export const connections = 8

/** What is asked of a server: one call, again and again. */
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

/** What two servers answered in turn, A B A B: whatever else the machine did meanwhile, it did to both. */
export interface AlternatingResults {
  readonly ours: readonly LoadResult[]
  readonly other: readonly LoadResult[]
}

export interface LoadSchedule {
  readonly rounds: number
  readonly seconds: number
  /** Seconds for which each server is asked before, so that what is measured is compiled code. */
  readonly warm?: number
}

export async function measureAlternating(
  ours: LoadTarget,
  other: LoadTarget,
  { rounds, seconds, warm = 2 }: LoadSchedule,
): Promise<AlternatingResults> {
  for (const target of [ours, other]) await measureLoad(target, warm)
  const turns: { ours: LoadResult[]; other: LoadResult[] } = { ours: [], other: [] }
  for (let round = 0; round < rounds; round++) {
    turns.ours.push(await measureLoad(ours, seconds))
    turns.other.push(await measureLoad(other, seconds))
  }
  return turns
}

import { request } from 'node:http'
import { join } from 'node:path'

/** Bytes of the server's process alone: PostgreSQL and whoever calls have their own. */
export interface ServerMemory {
  /** As it is. */
  readonly before: NodeJS.MemoryUsage
  /** Once all garbage is collected. */
  readonly after: NodeJS.MemoryUsage
}

/** The memory at the end may be so many times that of the first calls. */
export const MOST_GROWTH = 1.3

/** Returns what makes a server listen on the socket for who asks for its memory. */
export const probeEnv = (socket: string): Readonly<Record<string, string>> => ({
  FUZZ_PROBE: socket,
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'memoryProbe.ts')}`,
})

/** Asks a server that was started with `probeEnv`; with `snapshot` its heap is written into that file, from which on its memory says nothing. */
export const askMemory = (socket: string, snapshot?: string): Promise<ServerMemory> =>
  new Promise((done, failed) => {
    const path = snapshot === undefined ? '/' : `/?snapshot=${encodeURIComponent(snapshot)}`
    const asked = request({ socketPath: socket, path }, reply => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (part: string) => {
        text += part
      })
      reply.on('end', () => done(JSON.parse(text)))
    })
    asked.on('error', failed)
    asked.end()
  })

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0)

/** Tells a memory in a line. */
export const tellMemory = ({ before, after }: ServerMemory): string =>
  `${megabytes(before.rss)} MB, settled ${megabytes(after.rss)} MB (heap ${megabytes(after.heapUsed)} of ${megabytes(after.heapTotal)}, buffers and code ${megabytes(after.external)})`

/** How many times as much a server has at the end, as it is. */
export const growthOf = (first: ServerMemory, last: ServerMemory): number => last.before.rss / first.before.rss

/** Tells in a line how much more a server has at the end. */
export function tellGrowth(first: ServerMemory, last: ServerMemory): string {
  const times = (one: number, other: number): string => (other / one).toFixed(2)
  const settled = `settled ${times(first.after.rss, last.after.rss)}, heap ${times(first.after.heapUsed, last.after.heapUsed)}`
  return `memory at the end: ${times(first.before.rss, last.before.rss)} times that of the first calls (at most ${MOST_GROWTH}), ${settled}`
}

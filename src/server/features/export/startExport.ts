import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { StoreScope } from '../../database/queries.ts'
import { ApiError } from '../../error.ts'
import { type DataRow, fetchCount } from '../../query/fetchPlanRows.ts'
import type { QueryPlan } from '../../query/queryPlan.ts'
import type { Service } from '../../service.ts'
import type { ExportSelection } from './exportColumns.ts'
import type { FileWriter } from './fileWriter.ts'
import { streamRows } from './streamRows.ts'

/** Exports that one server makes at once: each holds a connection of the pool while it lasts. */
const MOST_AT_ONCE = 3
/** Milliseconds for which nothing may be taken by who asked. */
const PATIENCE = 60_000

let running = 0

export interface ExportJob {
  readonly service: Service
  readonly scope: StoreScope
  readonly plan: QueryPlan
  readonly exported: ExportSelection
  readonly writer: FileWriter
  readonly mostRows: number
  /** Works out for many rows at once what no column holds. */
  describe(rows: readonly DataRow[]): Promise<readonly DataRow[]>
}

/** Starts writing all rows of a plan: how many there are, and the bytes as they come. */
export async function startExport(job: ExportJob): Promise<{ count: number; bytes: Readable }> {
  if (running >= MOST_AT_ONCE) throw new ApiError(429, 'export.busy')
  running++
  const bytes = new PassThrough({ highWaterMark: 256 * 1024 })
  const { promise: counted, resolve, reject } = Promise.withResolvers<number>()
  let isAnswered = false
  const answer = (count: number): void => {
    isAnswered = true
    resolve(count)
  }
  job.service.database
    .write(job.scope, async q => {
      const count = await fetchCount(job.plan, q)
      if (count > job.mostRows) throw new ApiError(422, 'export.too-many', { max: job.mostRows.toLocaleString('pt-BR') })
      const { columns, finish } = job.exported
      await send(job.writer.start(columns.map(({ title }) => title)), bytes)
      for await (const rows of streamRows(job.plan, q)) {
        const lines = (await job.describe(rows)).map(finish).map(row => columns.map(column => column.read(row)))
        const part = await job.writer.rows(lines)
        // Only now is anything answered: where the first rows cannot be written, an error is told in place of a file.
        answer(count)
        await send(part, bytes)
      }
      answer(count)
      await send(job.writer.end(), bytes)
    })
    .then(
      () => bytes.end(),
      error => {
        reject(error)
        // Before that nobody listens to the bytes.
        bytes.destroy(isAnswered && !(error instanceof Gone) ? error : undefined)
      },
    )
    .finally(() => running--)
  return { count: await counted, bytes }
}

/** The receiver went away, or takes nothing any more. */
class Gone extends Error {}

/** Waits until there is room again: rows are not read faster than they are taken. */
async function send(chunk: Uint8Array, bytes: PassThrough): Promise<void> {
  if (bytes.destroyed) throw new Gone()
  if (chunk.length === 0 || bytes.write(chunk)) return
  const late = AbortSignal.timeout(PATIENCE)
  await Promise.race([once(bytes, 'drain', { signal: late }), once(bytes, 'close', { signal: late })]).catch(() => {
    throw new Gone()
  })
}

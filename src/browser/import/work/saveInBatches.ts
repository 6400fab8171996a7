import type { ErrorDetail } from '../../../api/error.ts'
import type { ImportReply } from '../../../api/import.ts'
import type { RowReader } from '../../../model/import/row.ts'
import type { SheetRow } from '../../../model/import/sheet.ts'
import { CallError } from '../../data/api.ts'

export type SendBatch = (records: readonly unknown[], skip: boolean) => Promise<ImportReply>

type Record = Readonly<globalThis.Record<string, unknown>>

/** Most rows of a request, also when they are of one record. */
const MOST = 2_000

/** The result of a batch. */
export interface BatchResult {
  readonly done: readonly SheetRow[]
  readonly saved: number
  readonly unchanged: number
  readonly failures: ReadonlyMap<string, readonly ErrorDetail[]>
  /** The values by which the saved rows are to be listed. */
  readonly listed: readonly unknown[]
}

export interface BatchSaveOptions {
  readonly rows: readonly SheetRow[]
  readonly read: RowReader
  readonly batch: number
  /** Saves what can be saved; else the first row that fails ends it. */
  readonly skip: boolean
  readonly signal: AbortSignal
  send: SendBatch
  /** Tells whether something is wrong with the row already. */
  isBroken(row: SheetRow): boolean
  /** Returns the values by which a saved row is listed afterwards, if it is. */
  listing(record: Record, id: unknown): unknown
  /** Tells whether two neighbours are of one record, and go together. */
  isSameRecord(row: SheetRow, next: SheetRow): boolean
  onBatch(step: BatchResult): void
  /** The server does not answer; told again with false when it does. */
  waiting(yes: boolean): void
}

/** How it ended: all sent, canceled, or at a row that failed. */
export type BatchSaveEnding = { readonly by: 'end' | 'cancel' } | { readonly by: 'row'; readonly row: SheetRow }

/**
 * Saves rows in batches, in the order of the file. The rows before the first failing one are saved; that one and all behind it stay,
 * unless failing rows are skipped. A lost connection only pauses: rows are known by their key, so a batch sent twice changes nothing.
 */
export async function saveInBatches(options: BatchSaveOptions): Promise<BatchSaveEnding> {
  const { rows, batch, skip, signal, isBroken } = options
  for (let at = 0; at < rows.length; ) {
    if (signal.aborted) return { by: 'cancel' }
    const taken: SheetRow[] = []
    let stop: SheetRow | undefined
    for (; at < rows.length && !stop; at++) {
      const row = rows[at] as SheetRow
      const last = taken.at(-1)
      if (taken.length >= batch && !(last && taken.length < MOST && options.isSameRecord(last, row))) break
      if (!isBroken(row)) taken.push(row)
      else if (!skip) stop = row
    }
    const failed = taken.length > 0 ? await saveBatch(taken, options) : undefined
    if (failed === 'canceled') return { by: 'cancel' }
    const end = skip ? undefined : (failed ?? stop)
    if (end) return { by: 'row', row: end }
  }
  return { by: 'end' }
}

/** The first row that failed, if any. */
async function saveBatch(rows: readonly SheetRow[], options: BatchSaveOptions): Promise<SheetRow | 'canceled' | undefined> {
  const records = rows.map(row => options.read(row.cells, row.line).record)
  const { send, skip, signal, waiting } = options
  const reply = await sendUntilAnswered(() => send(records, skip), signal, waiting)
  if (reply === undefined) return 'canceled'
  const failures = new Map<string, readonly ErrorDetail[]>()
  const done: SheetRow[] = []
  const listed: unknown[] = []
  let saved = 0
  let first: SheetRow | undefined
  for (const [at, row] of rows.entries()) {
    const result = reply.rows[at]
    if (result?.status === 'failed') {
      failures.set(row.id, result.details ?? [])
      first ??= row
    } else if (result && result.status !== 'waiting') {
      done.push(row)
      if (result.status === 'unchanged') continue
      saved++
      const listing = options.listing(records[at] ?? {}, result.id)
      if (listing !== undefined) listed.push(listing)
    } else if (result?.details) {
      failures.set(row.id, result.details)
      first ??= row
    }
  }
  options.onBatch({ done, saved, unchanged: done.length - saved, failures, listed })
  return first
}

/** Asks until the server answers; nothing when it was given up meanwhile. */
export async function sendUntilAnswered<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  waiting: (yes: boolean) => void,
): Promise<T | undefined> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const reply = await ask()
      if (attempt > 0) waiting(false)
      return reply
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof CallError) || error.status !== 0) throw error
      waiting(true)
      await pause(Math.min(15_000, 500 * 2 ** attempt), signal)
    }
  }
  return undefined
}

const pause = (wait: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, wait)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

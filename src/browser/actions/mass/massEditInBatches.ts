import type { BulkUpdateReply } from '../../../api/batch.ts'
import type { Register } from '../../../model/model.ts'
import { CallError, call } from '../../data/api.ts'
import { bulkUpdateRecords } from '../../offline/saveRecords.ts'
import { type MassEditChange, type MassEditRefusal, refusedLines } from './massEditCalls.ts'

/** More records than this are changed part by part, each a transaction of its own; so many or fewer all or none. */
export const largestSingleMassEdit = 20_000
const partSize = 5_000
/** Refused records that are kept to be named. */
const mostLines = 100

/** How far a change in parts is. */
export interface MassEditProgress {
  readonly phase: 'checking' | 'changing'
  readonly done: number
}

/** The outcome of a mass edit. */
export interface MassEditBatchResult {
  readonly alterados: number
  readonly recusados: number
  /** It did not come to its end: somebody stopped it, or the server refused a part. */
  readonly stopped: boolean
}

interface Way {
  /** The action of all parts: they are undone as one. */
  readonly action: string
  readonly stop: AbortSignal
  told(progress: MassEditProgress): void
}

/**
 * Changes very many records: all are checked first, as if they were changed, and why not is told before anything is; then they are
 * changed part by part. `validas` leaves out the checking, as those that are refused are known.
 */
export async function massEditInBatches(
  register: Register,
  change: MassEditChange,
  way: Way,
): Promise<MassEditBatchResult | MassEditRefusal> {
  if (!change.validas) {
    const refusal = await check(register, change, way)
    if (refusal) return refusal
  }
  const sum = { alterados: 0, recusados: 0 }
  try {
    const ended = await eachPart({ ...way, phase: 'changing' }, async parte => {
      const part = await bulkUpdateRecords(register.name, { ...change, validas: true, parte }, way.action)
      sum.alterados += part.alterados
      sum.recusados += part.recusados
      return part
    })
    return { ...sum, stopped: !ended }
  } catch (error) {
    // The saved part is told, and can be undone.
    if (sum.alterados === 0) throw error
    return { ...sum, stopped: true }
  }
}

async function check(register: Register, change: MassEditChange, way: Way): Promise<MassEditRefusal | undefined> {
  const lines: MassEditRefusal['lines'][number][] = []
  let [count, valid] = [0, 0]
  const ended = await eachPart({ ...way, phase: 'checking' }, async parte => {
    const body = { ...change, validas: true, ensaio: true, parte }
    const { data } = await call<BulkUpdateReply>('POST', `${register.name}/alterarVarios`, {
      body,
      signal: way.stop,
      isRead: true,
    })
    count += data.recusados
    valid += data.alterados
    lines.push(...refusedLines(data.problemas).slice(0, mostLines - lines.length))
    return data
  })
  if (!ended) throw new CallError(0, 'stopped', '')
  return count > 0 ? { lines, count, valid } : undefined
}

/** One part after the other until the last; false when it was stopped before. */
async function eachPart(
  { phase, stop, told }: Way & Pick<MassEditProgress, 'phase'>,
  run: (parte: { quantos: number; apos?: unknown }) => Promise<BulkUpdateReply>,
): Promise<boolean> {
  let done = 0
  let apos: unknown = null
  for (;;) {
    if (stop.aborted) return false
    told({ phase, done })
    const { vistos = 0, ate = null } = await run({ quantos: partSize, ...(apos === null ? {} : { apos }) })
    done += vistos
    apos = ate
    if (vistos < partSize) return true
  }
}

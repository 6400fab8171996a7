import { ApiError, inWorker, threadTask } from '../../../server/plugin.ts'
import type { PackedDocument } from '../services/fetchDistribution.ts'
import type { DistributedDocument, readPacked } from './distributedWork.ts'

/** Characters of a few summaries: whatever they unpack to is little. */
const small = 2_000

const distributedTask = threadTask<typeof readPacked>({
  module: new URL('./distributedWork.ts', import.meta.url),
  name: 'readPacked',
  isSmall: packed => packed.reduce((sum, { length }) => sum + length, 0) <= small,
})

/**
 * Reads what an answer of the distribution brought, in a worker thread and before any transaction: others wrote it. Where together they take more
 * than a piece of work may have each is read by itself, and what alone does is passed over, so that it holds up none of the others.
 */
export async function readDistributed(documents: readonly PackedDocument[], lojaId: number): Promise<DistributedDocument[]> {
  const context = { lojaId, goesOn: true }
  const packed = documents.map(document => document.packed)
  const read = (some: readonly string[]) => inWorker(distributedTask, some, context)
  try {
    return await read(packed)
  } catch (error) {
    if (!isTooMuch(error)) throw error
  }
  const found: DistributedDocument[] = []
  for (const one of packed) {
    const each = await read([one]).catch((error: unknown) => {
      if (isTooMuch(error)) return []
      throw error
    })
    found.push(...each)
  }
  return found
}

const isTooMuch = (error: unknown): boolean => error instanceof ApiError && error.code === 'threads.too-much'

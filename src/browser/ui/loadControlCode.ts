import { ChunkLoadError, reportChunkLoadError } from './chunkLoadError.ts'
import { loadWithRetry } from './loadWithRetry.ts'

/** Fetches what a control needs once it is opened; when the server has it no more, a reload is offered. */
export async function loadControlCode<M>(code: () => Promise<M>): Promise<M> {
  try {
    return await loadWithRetry(code)
  } catch (error) {
    if (error instanceof ChunkLoadError) reportChunkLoadError()
    throw error
  }
}

import { importCode } from '../../controls/codeOnDemand.ts'
import { setConnection } from '../data/connectionStatus.ts'
import { isServerReachable } from '../data/serverReachability.ts'
import { ChunkLoadError } from './chunkLoadError.ts'

/**
 * Waits for a server that is away, as calls that read do. Code that does not come from a server that answers is missing: reload. `load` does nothing but
 * import.
 */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  let answered = false
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await importCode(load, attempt)
    } catch (error) {
      const answers = await isServerReachable()
      // It may have come back between the two: only what fails twice beside a server that answers is gone.
      if (answers && answered) throw new ChunkLoadError(String(error))
      answered = answers
      if (!answers) setConnection('down')
      await new Promise(resolve => setTimeout(resolve, Math.min(8_000, 500 * 2 ** attempt)))
    }
  }
}

import { mkdtempSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
/** Bytes that must be free there: the databases of a test run and its log. */
const needed = 3 * 1024 ** 3

/**
 * A new folder in memory for what lives as long as a test run; undefined where there is not enough of it. Every database has some 1,500
 * files, and making and removing them on a disk takes most of what tests spend in PostgreSQL.
 */
export const scratchPlace = (): string | undefined => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) < needed) return undefined
    return mkdtempSync(join(memory, 'retaguarda-'))
  } catch {
    return undefined
  }
}

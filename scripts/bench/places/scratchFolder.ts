import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeAtEnd } from './openResources.ts'

/** An empty folder that PostgreSQL's user may enter, too; it goes when the bench ends, or when `remove` is called. */
export async function scratchFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'retaguarda-bench-'))
  const remove = closeAtEnd(() => rm(path, { recursive: true, force: true, maxRetries: 3 }))
  await chmod(path, 0o755)
  return { path, remove }
}

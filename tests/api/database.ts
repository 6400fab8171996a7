import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/server/database/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server that tests may make databases in: see scratch.ts. */
    databaseUrl: string
  }
}

/** One PostgreSQL for all API tests: the one that DATABASE_URL names, else an embedded one that vanishes with the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL
  if (given) {
    project.provide('databaseUrl', given)
    return async () => undefined
  }
  const folder = await mkdtemp(join(tmpdir(), 'retaguarda-tests-'))
  // mkdtemp closes the folder to others, and PostgreSQL may run as another user.
  await chmod(folder, 0o755)
  const embedded = await startEmbeddedPostgres({ folder, durable: false })
  project.provide('databaseUrl', embedded.address('postgres'))
  return async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

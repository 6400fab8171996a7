import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/server/database/embedded.ts'
import { freePort, startServer } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The demo company as a start on an empty machine makes it: a database to copy, and its data folder. */
    demo: { readonly url: string; readonly folder: string }
  }
}

const name = 'demonstracao'

/** Makes the demo company once: every test file works in a copy of it, which takes a moment where making it takes seconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'retaguarda-flows-'))
  // mkdtemp closes the folder to others, and PostgreSQL may run as another user.
  await chmod(folder, 0o755)
  const embedded = await startEmbeddedPostgres({ folder: join(folder, 'database'), durable: false })
  const client = new pg.Client({ connectionString: embedded.address('postgres') })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const demo = { url: embedded.address(name), folder: join(folder, 'data') }
  const server = await startServer(await freePort(), { DATABASE_URL: demo.url, DATA_DIR: demo.folder, DEMO: '1' })
  await server.stop()
  project.provide('demo', demo)
  return async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

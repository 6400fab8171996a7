import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** An empty database of a test file's own. */
export interface Scratch {
  readonly url: string
  drop(): Promise<void>
}

export const scratchDatabase = async (): Promise<Scratch> => {
  const name = `teste_${randomBytes(6).toString('hex')}`
  await run(`CREATE DATABASE "${name}" TEMPLATE template0 ENCODING 'UTF8'`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) }
}

const run = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

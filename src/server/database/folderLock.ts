import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** How long a predecessor that was killed may take to be noticed by PostgreSQL. */
const patience = 3000

const key = 7_274_617_462

/**
 * Takes the data folder for this process: a lock in its database, which ends with the connection however we end.
 * Two processes would share no memory of what the other does to the files.
 */
export const lockFolder = async (url: string, folder: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  for (const until = Date.now() + patience; ; await wait(100)) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [key])
    if (rows[0]?.mine) return () => client.end()
    if (Date.now() > until) {
      await client.end()
      throw new Error(`Another server process uses the data folder ${folder}. Stop it first, or set another DATA_DIR.`)
    }
  }
}

import pg from 'pg'
import { distributedSession, isDistributed } from '../database/distributed.ts'
import { sessionAt } from '../database/sessionAt.ts'
import { clientQueries } from './clientQueries.ts'
import { lockTables } from './lockTables.ts'

/** All rows of a database as they stand at one moment, over all machines that it is on. */
export interface Snapshot {
  readonly client: pg.Client
  close(): Promise<void>
}

/** Texts mean the same everywhere, and nothing stops what takes long. */
const session = '-c app.store=* -c search_path=pg_catalog -c timezone=UTC -c datestyle=ISO -c statement_timeout=0'

/**
 * One connection to each machine: a second one would see another moment. What is set outside of a transaction does not reach them.
 */
const spreadSession = `${distributedSession} -c citus.max_adaptive_executor_pool_size=1`

const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Opens a snapshot of all stores; people go on working. Tables are neither changed nor dropped until it is closed. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await connected(url, session)
  try {
    if (await isDistributed(clientQueries(client))) {
      await client.end()
      return await openSpreadSnapshot(url)
    }
    await client.query(begin)
    await lockTables(clientQueries(client))
    return { client, close: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

/**
 * Several machines share no snapshot: each sees the moment of its first statement. So commits of more than one machine are held while all
 * of them get theirs, some milliseconds; every call that writes is such a commit. Locks on tables are another connection's, since they
 * may have to be waited for and taking them may begin a snapshot.
 */
async function openSpreadSnapshot(url: string): Promise<Snapshot> {
  const [holder, client] = [await connected(url, ''), await connected(url, `${session} ${spreadSession}`)]
  const close = async (): Promise<void> => {
    await Promise.all([client.end(), holder.end()])
  }
  try {
    await client.query(begin)
    for (const each of ["app.store = '*'", "timezone = 'UTC'", "datestyle = 'ISO'"]) await client.query(`SET LOCAL ${each}`)
    await holder.query('SELECT recover_prepared_transactions()')
    await holder.query('BEGIN')
    await lockTables(clientQueries(holder))
    await holdCommits(holder)
    await seeEveryMachine(client)
    await holder.query('ROLLBACK TO SAVEPOINT free')
    return { client, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Lets no commit of several machines begin, and none be under way: all of them write into this table. */
async function holdCommits(holder: pg.Client): Promise<void> {
  await holder.query('SAVEPOINT free')
  await holder.query("SET LOCAL lock_timeout = '30s'")
  await holder.query('LOCK TABLE pg_catalog.pg_dist_transaction IN EXCLUSIVE MODE')
  const { rows } = await holder.query<{ success: boolean; result: string; port: number }>(
    `SELECT success, result, nodeport AS port FROM run_command_on_workers(
       $$ SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database() AND gid LIKE 'citus%' $$)`,
  )
  for (const { success, result } of rows) {
    if (!success) throw new Error(`A machine of the database does not answer, so no whole copy can be made: ${result}`)
    if (Number(result) > 0)
      throw new Error('A machine of the database has just come back and still completes commits: try again in a minute.')
  }
}

/** The first statement of each machine in the transaction: from now on it sees this moment. */
async function seeEveryMachine(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.oid IN (SELECT min(logicalrelid::oid::bigint)::oid FROM pg_dist_partition WHERE partmethod = 'h' GROUP BY colocationid)`,
  )
  for (const { name } of rows) await client.query(`SELECT count(*) FROM (SELECT 1 FROM ${name} LIMIT 1) found`)
}

async function connected(url: string, options: string): Promise<pg.Client> {
  const client = new pg.Client(sessionAt(url, options))
  await client.connect()
  return client
}

import pg from 'pg'
import { distributedSession, isDistributed } from '../database/distributed.ts'
import { sessionAt } from '../database/sessionAt.ts'
import { addressOf } from '../database/spread/addressOf.ts'
import { worksDirectly } from '../settings.ts'
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
 * of them get theirs, some milliseconds. The first machine gets its own first: what is noted there to be done for a store is gone from the copy only
 * where the store's rows in it show that it was done. Locks on tables are another connection's, since they may have to be waited for and
 * taking them may begin a snapshot.
 */
async function openSpreadSnapshot(url: string): Promise<Snapshot> {
  const [holder, client] = [await connected(url, ''), await connected(url, `${session} ${spreadSession}`)]
  const others: pg.Client[] = []
  const close = async (): Promise<void> => {
    await Promise.all([client, holder, ...others].map(each => each.end()))
  }
  try {
    await client.query(begin)
    for (const each of ["app.store = '*'", "timezone = 'UTC'", "datestyle = 'ISO'"]) await client.query(`SET LOCAL ${each}`)
    for (const address of await otherMachines(holder, url)) others.push(await connectedToOther(address))
    for (const each of [holder, ...others]) await each.query('SELECT recover_prepared_transactions()')
    await holder.query('BEGIN')
    await lockTables(clientQueries(holder))
    await holder.query('SAVEPOINT free')
    for (const each of others) await each.query('BEGIN')
    for (const each of [holder, ...others]) await holdCommits(each)
    for (const each of [holder, ...others]) await demandNoneUnderWay(each)
    await seeEveryMachine(client)
    await Promise.all([holder.query('ROLLBACK TO SAVEPOINT free'), ...others.map(each => each.query('ROLLBACK'))])
    return { client, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Addresses of the machines that work of stores begins on. */
async function otherMachines(holder: pg.Client, url: string): Promise<string[]> {
  const { rows } = await holder.query<{ host: string; port: number }>(
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 AND isactive AND noderole = 'primary' ORDER BY groupid`,
  )
  return worksDirectly() ? rows.flatMap(machine => addressOf(url, machine) ?? []) : []
}

const connectedToOther = (address: string): Promise<pg.Client> =>
  connected(address, '').catch(error => {
    throw new Error(
      'A machine of the database does not answer, so no whole copy can be made. Where no server reaches more than the first one, set DIRECT_READS=0.',
      { cause: error },
    )
  })

/** Lets no commit of several machines begin on this one: all of them write into this table. */
async function holdCommits(holder: pg.Client): Promise<void> {
  await holder.query("SET LOCAL lock_timeout = '30s'")
  await holder.query('LOCK TABLE pg_catalog.pg_dist_transaction IN EXCLUSIVE MODE')
}

/** Throws where the machine has parts of commits that another one has not completed yet. */
async function demandNoneUnderWay(holder: pg.Client): Promise<void> {
  const { rowCount } = await holder.query(
    `SELECT FROM pg_prepared_xacts WHERE database = current_database() AND gid LIKE 'citus%'`,
  )
  if (rowCount)
    throw new Error('A machine of the database has just come back and still completes commits: try again in a minute.')
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

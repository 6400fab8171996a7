import type { Queries } from './queries.ts'

/** How a lock is held: by one alone, or by many at once, whom one that holds it alone waits for. */
export type Hold = 'alone' | 'shared'

const advisory: Readonly<Record<Hold, string>> = {
  alone: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
  shared: 'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
}

/** Rows of a store that stand for its locks. Names that share one wait for each other too, which is rare and does no harm. */
const ROWS = 1024

/** Returns the row that stands for a name, the same on every server. */
function rowOf(name: string): number {
  let hash = 0
  for (const sign of name) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 2_147_483_647
  return hash % ROWS
}

const locking: Readonly<Record<Hold, string>> = { alone: 'FOR UPDATE', shared: 'FOR SHARE' }

/** Locks a row of a table of locks, which is made when it is first needed. */
async function lockRow(q: Queries, table: string, keys: Readonly<Record<string, number>>, hold: Hold): Promise<void> {
  const [names, values] = [Object.keys(keys), Object.values(keys)]
  const lock = `SELECT FROM ${table} WHERE ${names.map((name, at) => `"${name}" = $${at + 1}`).join(' AND ')} ${locking[hold]}`
  if ((await q.query(lock, values)).rowCount > 0) return
  const places = names.map((_, at) => `$${at + 1}`).join(', ')
  await q.query(`INSERT INTO ${table} ("${names.join('", "')}") VALUES (${places}) ON CONFLICT DO NOTHING`, values)
  await q.query(lock, values)
}

/**
 * Waits until nobody else holds this name in the store, and holds it until the transaction at hand ends. Where rows are on several machines, each
 * of which has advisory locks of its own, it is a row beside the store's others that is locked.
 */
export async function holdInStore(q: Queries, lojaId: number, name: string, hold: Hold = 'alone'): Promise<void> {
  if (q.spread) await lockRow(q, 'system.locks', { lojaId, id: rowOf(name) }, hold)
  else await q.query(advisory[hold], [`${name} ${lojaId}`])
}

/** The same for a name that belongs to no store: the first machine has its row. */
export async function holdName(q: Queries, name: string): Promise<void> {
  if (q.spread) await lockRow(q, 'system.shared_locks', { id: rowOf(name) }, 'alone')
  else await q.query(advisory.alone, [name])
}

/**
 * Holds the store itself: whoever draws its numbers, or keeps what comes but once, does so one after the other. The store's own row is not
 * locked: it stands on every machine of a distributed database, and who locks it there makes all stores wait.
 */
export const holdStore = (q: Queries, lojaId: number): Promise<void> => holdInStore(q, lojaId, 'store')

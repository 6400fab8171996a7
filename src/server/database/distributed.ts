import type { Queries } from './queries.ts'

/** Tells whether the database is spread over several machines by Citus: the extension is all that tells. */
export const isDistributed = async (q: Queries): Promise<boolean> =>
  (await q.query("SELECT FROM pg_extension WHERE extname = 'citus'")).rows.length > 0

/** Options of connections to such a database: a setting of one transaction goes along to the machines that it works on. */
export const distributedSession = '-c citus.propagate_set_commands=local'

/** Begins work that writes: rows that are everywhere may be written after many machines were read only where these were read one after the other. */
export const oneByOne = `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`

import type { Queries } from '../access/caller.ts'

/** Tells whether the database is spread over several machines by Citus: the extension is all that tells. */
export const isDistributed = async (q: Queries): Promise<boolean> =>
  (await q.query("SELECT FROM pg_extension WHERE extname = 'citus'")).rows.length > 0

/** Options of connections to such a database: a setting of one transaction goes along to the machines that it works on. */
export const distributedSession = '-c citus.propagate_set_commands=local'

/**
 * Begins work that writes. Rows that are everywhere may be written after many machines were read only where these were read one after the
 * other. The deletion finds nothing: by it the first machine commits together with the others, in two phases, and what it keeps for itself
 * (replies, reactions, mails) is there exactly if the rows are.
 */
export const jointCommit: readonly string[] = [
  `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`,
  'DELETE FROM system.joint_commits WHERE id = 0',
]

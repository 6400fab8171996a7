import type { Queries } from '../database/queries.ts'
import { appRole } from '../database/role.ts'
import { sqlLiteral } from './sqlNames.ts'
import { comparedFunctions } from './systemSchema.ts'

/**
 * Numbers that each machine makes for itself: ranges for a thousand machines below the largest number that definitions take. What Citus
 * gives the fourth machine by itself is larger than that.
 */
const RANGE = 1_000_000_000_000

/**
 * Brings the other machines to what the first one is, as far as Citus does not pass it on: requests may make numbers there, since a
 * machine makes them itself where it writes what it has found; these are of the machine's range; and searches may use their indexes.
 * Called at every start once the tables stand, since the others are told by connections of their own: a machine that was added is
 * ready after the next one.
 */
export const readyOtherMachines = async (q: Queries): Promise<void> => {
  await tellOthers(
    q,
    `IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${appRole}') THEN
       GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${appRole};
     END IF`,
  )
  await tellOthers(
    q,
    `FOR each IN SELECT name FROM unnest(ARRAY[${comparedFunctions.map(sqlLiteral).join(', ')}]) name
         JOIN pg_proc p ON p.oid = ('pg_catalog.' || name)::regprocedure
         WHERE NOT p.proleakproof AND (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) LOOP
       EXECUTE 'ALTER FUNCTION pg_catalog.' || each.name || ' LEAKPROOF';
     END LOOP`,
  )
  if ((await askOthers(q, `SELECT count(*) ${numbersElsewhere}`)).every(count => count === '0')) return
  await tellOthers(
    q,
    `FOR each IN SELECT format('%I.%I', n.nspname, c.relname) AS name, g.groupid * ${RANGE} AS before ${numbersElsewhere} LOOP
       EXECUTE format('ALTER SEQUENCE %s MINVALUE %s MAXVALUE %s START %2$s RESTART %2$s', each.name, each.before + 1, each.before + ${RANGE - 1});
     END LOOP`,
  )
  await continueNumbers(q)
}

/** Sequences of a machine that are not in its range. */
const numbersElsewhere = `FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN pg_dist_local_group g WHERE n.nspname = 'public' AND s.seqtypid = 'bigint'::regtype AND s.seqmin <> g.groupid * ${RANGE} + 1`

/** Rows may have numbers of these ranges already, as those of a copy have: machines go on after them. */
async function continueNumbers(q: Queries): Promise<void> {
  const { rows } = await q.query<{ name: string; sequence: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), 'id') AS sequence
     FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'id' AND a.attidentity <> '' WHERE n.nspname = 'public' ORDER BY 1`,
  )
  for (const { name, sequence } of rows) {
    const found = await q.query<{ machine: string; last: string }>(
      `SELECT id / ${RANGE} AS machine, max(id) AS last FROM ${name} WHERE id > ${RANGE} GROUP BY 1`,
    )
    for (const { machine, last } of found.rows)
      await tellOthers(
        q,
        `IF (SELECT groupid FROM pg_dist_local_group) = ${machine} THEN PERFORM setval(${sqlLiteral(sequence)}, ${last}); END IF`,
      )
  }
}

/** Runs a piece of PL/pgSQL on every machine but the first. @throws Error where one fails */
const tellOthers = async (q: Queries, body: string): Promise<void> => {
  await askOthers(
    q,
    `DO $others$ DECLARE each record; BEGIN PERFORM set_config('citus.enable_ddl_propagation', 'off', true); ${body}; END $others$`,
  )
}

/** Returns the answer of each of them. */
async function askOthers(q: Queries, text: string): Promise<string[]> {
  const { rows } = await q.query<{ success: boolean; result: string }>('SELECT success, result FROM run_command_on_workers($1)', [
    text,
  ])
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`Another machine of the database was not made ready: ${failed.result}`)
  return rows.map(({ result }) => result)
}

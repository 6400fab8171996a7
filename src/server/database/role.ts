import { isDistributed } from './distributed.ts'
import type { Queries } from './queries.ts'

/** Role that requests work as: it owns no table and cannot pass by row level security. */
export const appRole = 'retaguarda_app'

interface Powers {
  readonly superuser: boolean
  readonly bypass: boolean
  readonly creates: boolean
}

/**
 * Makes the role ready and returns its name. Undefined when our user may make no role but obeys row level security itself:
 * the policies are forced on owners too, so they hold as well.
 */
export const prepareRole = async (q: Queries): Promise<string | undefined> => {
  const { rows } = await q.query<Powers>(
    'SELECT rolsuper AS superuser, rolbypassrls AS bypass, rolcreaterole AS creates FROM pg_roles WHERE rolname = current_user',
  )
  const powers = rows[0] ?? { superuser: false, bypass: false, creates: false }
  if (powers.superuser || powers.creates) {
    await createRole(q)
    if (await isDistributed(q)) await letLogIn(q)
  }
  if (await canBecome(q)) return appRole
  if (powers.superuser || powers.bypass) {
    throw new Error(
      `The database user passes by row level security and cannot become ${appRole}: create that role for it, or use another user.`,
    )
  }
  return undefined
}

/** Roles belong to the whole server: another process may make this one at the same moment. */
const createRole = async (q: Queries): Promise<void> => {
  await q.query(`DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${appRole}') THEN CREATE ROLE ${appRole} NOLOGIN NOBYPASSRLS; END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL; END $$`)
  await q.query(`DO $$ BEGIN
    IF NOT pg_has_role(current_user, '${appRole}', 'MEMBER') THEN GRANT ${appRole} TO CURRENT_USER; END IF;
  EXCEPTION WHEN OTHERS THEN NULL; END $$`)
}

/** A distributed database reaches its other machines by logging in there as whoever asks. */
const letLogIn = async (q: Queries): Promise<void> => {
  const { rows } = await q.query<{ login: boolean }>('SELECT rolcanlogin AS login FROM pg_roles WHERE rolname = $1', [appRole])
  if (rows[0]?.login === false) await q.query(`ALTER ROLE ${appRole} LOGIN`)
}

const canBecome = async (q: Queries): Promise<boolean> => {
  try {
    await q.query(`DO $$ BEGIN SET LOCAL ROLE ${appRole}; END $$`)
    return true
  } catch {
    return false
  }
}

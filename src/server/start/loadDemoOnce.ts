import { registerOfRole } from '../../model/access/roles.ts'
import type { AppContext } from '../appContext.ts'
import { tableOf } from '../query/table.ts'

/** Fills the empty database with the demo company, once; what a kill cut short is finished. Tells whether the demo is there. */
export const loadDemoOnce = (context: AppContext, wanted: boolean): Promise<boolean> =>
  // Of servers that start together one loads it, and the others wait.
  context.database.asOwner(async q => {
    await q.query('SELECT pg_advisory_xact_lock(7274617463)')
    return loadDemo(context, wanted)
  })

const loadDemo = async ({ database, service, access, domain }: AppContext, wanted: boolean): Promise<boolean> => {
  const state = (await database.system.query<{ value: string }>(`SELECT value FROM system.settings WHERE name = 'demo'`)).rows[0]
    ?.value
  if (state === 'loaded') return true
  const users = registerOfRole(service.model(), 'users')
  if (!wanted || !users) return false
  const { rows } = await database.system.query(`SELECT FROM ${tableOf(service.model(), users.name).sql} LIMIT 1`)
  if (rows.length > 0 && state !== 'loading') return false
  // The company comes whole or not at all; its logins, which lie elsewhere, follow.
  await note(database, 'loading')
  const now = new Date()
  if (rows.length === 0) for (const demo of domain.demos) await demo.fill(service, now)
  for (const demo of domain.demos) await demo.finish?.(service)
  await note(database, 'loaded')
  access.forget()
  // Autovacuum would do it within minutes: without it the first lists and reports are planned for empty tables.
  await database.system.query('ANALYZE')
  return true
}

const note = async ({ system }: AppContext['database'], state: 'loading' | 'loaded'): Promise<void> => {
  await system.query(
    `INSERT INTO system.settings (name, value) VALUES ('demo', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(state)],
  )
}

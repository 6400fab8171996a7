import type { House } from './service.ts'

/** Fills the empty database with the demo company, once. Tells whether the demo is there. */
export const loadDemoOnce = async ({ database, service, access }: House, wanted: boolean): Promise<boolean> => {
  const state = (await database.system.query<{ value: string }>(`SELECT value FROM system.settings WHERE name = 'demo'`)).rows[0]
    ?.value
  if (state === 'loaded') return true
  if (!wanted || !service.model().registers.users) return false
  const { rows } = await database.system.query('SELECT FROM users LIMIT 1')
  if (rows.length > 0) return false
  const { loadDemo } = await import('./demo/demo.ts')
  await loadDemo(service, new Date())
  await database.system.query(
    `INSERT INTO system.settings (name, value) VALUES ('demo', '"loaded"') ON CONFLICT (name) DO UPDATE SET value = '"loaded"'`,
  )
  access.forget()
  return true
}

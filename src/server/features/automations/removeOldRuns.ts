import { registerOfRole } from '../../../model/access/roles.ts'
import type { Service } from '../../service.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'
import { runTables } from './runTables.ts'

/** Days for which is kept what automations did, and runs that go at once. */
const DAYS = 30
const MOST = 5000

/** Removes what automations did long ago. */
export async function removeOldRuns({ database, model: now }: Pick<Service, 'database' | 'model'>): Promise<void> {
  const model = now()
  if (!registerOfRole(model, 'automationRuns')) return
  const { runs, steps, by } = runTables(model)
  const old = `SELECT id FROM ${runs.sql} WHERE "createdAt" < now() - interval '${DAYS} days' ORDER BY id LIMIT ${MOST}`
  await database.write('all', async q => {
    await q.query(`DELETE FROM ${steps.sql} WHERE ${quotedIdentifier(by)} IN (${old})`)
    await q.query(
      `DELETE FROM ${runs.sql} r WHERE r."createdAt" < now() - interval '${DAYS} days' AND NOT EXISTS (SELECT FROM ${steps.sql} s WHERE s.${quotedIdentifier(by)} = r.id)`,
    )
  })
}

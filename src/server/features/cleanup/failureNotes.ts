import { registerOfRole } from '../../../model/access/roles.ts'
import { roleTable } from '../../roleTable.ts'
import type { Service } from '../../service.ts'

/** Days and number of unexpected errors that administrators find in the register of failures. */
const KEPT = { days: 90, rows: 10_000 }

/** Lets old notes of unexpected errors go, and all but the newest: an error that comes with every call must not fill the disk. */
export async function removeOldFailures({ model, database }: Pick<Service, 'model' | 'database'>, kept = KEPT): Promise<void> {
  if (!registerOfRole(model(), 'failures')) return
  const table = roleTable(model(), 'failures')
  await database.system.query(
    `DELETE FROM ${table} WHERE "createdAt" < now() - $1::int * interval '1 day'
       OR id <= (SELECT id FROM ${table} ORDER BY id DESC OFFSET $2 LIMIT 1)`,
    [kept.days, kept.rows],
  )
}

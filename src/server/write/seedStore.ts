import type { DataRow } from '../query/fetchPlanRows.ts'
import { tableOf } from '../query/table.ts'
import { saveRecords } from './saveRecords.ts'
import { shippedRoleRows } from './store/shippedRoles.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/**
 * Gives the work's store the records with which, by their definitions, a store begins: the roles that the product brings, too. Returns
 * them by register.
 */
export async function seedStore(work: UnitOfWork): Promise<ReadonlyMap<string, readonly DataRow[]>> {
  const made = new Map<string, readonly DataRow[]>()
  for (const { name, role, newStore = [] } of Object.values(work.model.registers)) {
    const rows = role === 'staffRoles' ? [...newStore, ...shippedRoleRows(work.model)] : newStore
    if (rows.length === 0) continue
    const saved = await saveRecords(
      rows.map(row => ({ ...row })),
      tableOf(work.model, name),
      { ...work, byServer: true },
    )
    made.set(name, saved)
  }
  return made
}

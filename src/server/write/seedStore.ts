import { tableOf } from '../query/table.ts'
import { saveRecords } from './saveRecords.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** Gives the work's store the records with which, by their definitions, a store begins. */
export async function seedStore(work: UnitOfWork): Promise<void> {
  for (const { name, newStore = [] } of Object.values(work.model.registers)) {
    if (newStore.length === 0) continue
    await saveRecords(
      newStore.map(row => ({ ...row })),
      tableOf(work.model, name),
      { ...work, byServer: true },
      true,
    )
  }
}

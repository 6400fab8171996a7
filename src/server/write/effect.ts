import type { EffectPhases } from '../effectPhases.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import type { Table } from '../query/table.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** The save that an effect is part of. */
export interface EffectContext {
  readonly work: UnitOfWork
  readonly table: Table
  /** The record as it stood; absent for a new one. */
  readonly before?: DataRow
  /** The body, before it is checked: what is put here is checked and written with it. */
  readonly body: DataRow
}

/** A record that was written, with what it was before. */
export interface SavedRecord extends EffectContext {
  /** The record as it stands now. */
  readonly record: DataRow
}

/** A record that is about to go. */
export interface RemovedRecord extends Omit<EffectContext, 'body'> {
  readonly before: DataRow
}

/** Business of a register that a definition cannot say, run inside the save's transaction and named in the register's `effects`. */
export type Effect = EffectPhases<EffectContext, SavedRecord, RemovedRecord>

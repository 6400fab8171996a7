import type { Queries, RowOf } from '../../../server/domain.ts'
import { type OperationRow, type Operations, operationsOn } from '../core/public.ts'
import { readStoreDay } from './readStoreDay.ts'

/** All operations of the register, of any day. */
export async function readOperationRows(q: Queries): Promise<readonly OperationRow[]> {
  const { rows } = await q.query<RowOf<'cfops', keyof OperationRow>>(
    'SELECT id, entrada, devolucao, vigencia_inicio, vigencia_fim FROM cfops',
  )
  return rows
}

/** The operations that hold in a store at a moment, by its own day. */
export async function readOperations(q: Queries, lojaId: number, moment = new Date().toISOString()): Promise<Operations> {
  const rows = await readOperationRows(q)
  return operationsOn(rows, await readStoreDay(q, lojaId, moment))
}

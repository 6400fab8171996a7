import { dayOf } from '../../../base/dates.ts'
import type { Queries, RowOf } from '../../../server/domain.ts'
import { type OperationRow, type Operations, operationsOn } from '../core/public.ts'

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
  const { rows: stores } = await q.query<{ zone: string }>(
    `SELECT coalesce(fuso_horario, 'America/Sao_Paulo') AS zone FROM lojas WHERE "lojaId" = $1 AND id = $1`,
    [lojaId],
  )
  return operationsOn(rows, dayOf(moment, stores[0]?.zone ?? 'America/Sao_Paulo'))
}

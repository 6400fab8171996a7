import type { ImportFollowUpRecord } from '../../../api/import.ts'
import { evaluateInScope, scopeOfFields } from '../../../model/expression.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import { importFields } from '../../../model/import/columns.ts'
import type { Import, ImportSummaryRecord } from '../../../model/model.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { tableOf } from '../../query/table.ts'
import { roleTable } from '../../roleTable.ts'
import { runWrite } from '../../write/runWrite.ts'
import { saveRecords } from '../../write/saveRecords.ts'
import { requireStore, type UnitOfWork, type WriteContext } from '../../write/unitOfWork.ts'

/** Rows of one record: a list of more would be slow to open, and its history heavy. What is beyond goes into a further record. */
const MOST_ROWS = 10_000

/**
 * Makes the record that lists what an import has saved, or adds to the one that the same action has made. `rows` hold the columns
 * that it is made of, `id` the saved record's key. Who may not make it gets none.
 */
export async function createImportFollowUp(
  rows: readonly DataRow[],
  load: Import,
  context: WriteContext,
): Promise<ImportFollowUpRecord | null> {
  const { after } = load
  if (!after || context.caller.rights[after.gate] !== true) return null
  const { model } = context
  const table = tableOf(model, after.register)
  const scope = scopeOfFields(model, importFields(load))
  const wanted = rows.filter(
    record => after.when === undefined || evaluateInScope(scope, after.when, { record, zone: context.caller.zone }) === true,
  )
  if (wanted.length === 0) return null
  const items = wanted.map(row => Object.fromEntries(after.columns.map(([field, from]) => [field, row[from] ?? null])))
  return runWrite(context, table.register, async work => {
    const standing = await standingOne(after, work)
    const room = standing ? MOST_ROWS - standing.rows : MOST_ROWS
    const bodies: DataRow[] = []
    if (standing && room > 0) bodies.push({ id: standing.id, [after.list]: items.slice(0, room) })
    for (let at = standing ? Math.max(0, room) : 0; at < items.length; at += MOST_ROWS)
      bodies.push({ [table.register.label]: formatMessage(model, after.label), [after.list]: items.slice(at, at + MOST_ROWS) })
    const saved = await saveRecords(bodies, table, work)
    const record = saved.at(-1)
    if (!record) throw new ApiError(500, 'unexpected')
    return { register: after.register, title: table.register.title, id: Number(record.id), count: items.length }
  })
}

/** The newest record that this action has made in the register, with the number of its list's rows. */
async function standingOne(
  { register, list: name }: ImportSummaryRecord,
  work: UnitOfWork,
): Promise<{ id: number; rows: number } | undefined> {
  const { q, action, caller, model } = work
  const { rows } = await q.query<{ recursoId: string }>(
    `SELECT "recursoId" FROM ${roleTable(model, 'history')} WHERE "lojaId" = $1 AND "acaoId" = $2 AND "recurso" = $3 AND "acao" = 'criar' ORDER BY id DESC LIMIT 1`,
    [requireStore(caller), action.id, register],
  )
  const id = Number(rows[0]?.recursoId)
  const table = tableOf(model, register)
  const list = table.lists.get(name)
  if (!rows[0] || !list) return undefined
  const below = tableOf(model, list.register)
  const { rows: counted } = await q.query(
    `SELECT r."id", (SELECT count(*)::int FROM ${below.sql} i WHERE i."lojaId" = r."lojaId" AND i."${list.by}" = r."id") AS items
      FROM ${table.sql} r WHERE r."lojaId" = $1 AND r."id" = $2`,
    [requireStore(caller), id],
  )
  return counted[0] ? { id, rows: Number(counted[0].items) } : undefined
}

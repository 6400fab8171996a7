import type { OwnWay } from '../../../model/ways/wayOf.ts'
import { needsApproval } from '../../../model/ways/waysFrom.ts'
import { personOf } from '../../access/caller.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import { ruleContextOf, storeForExpressions } from '../../write/check/ruleContext.ts'
import { lockRecords } from '../../write/lockRecords.ts'
import { inSavepoint } from '../../write/savepoint.ts'
import { saveOneRecord, saveRecords, writeOneRecord } from '../../write/saveRecords.ts'
import { requireStore, type UnitOfWork } from '../../write/unitOfWork.ts'
import { recordLabel } from '../../write/writeHistory.ts'
import { tellApproval } from './tellApproval.ts'
import { addRequest } from './wayRequests.ts'

/** A way, the records that take it, and what it asks for. */
export interface Taking extends OwnWay {
  readonly ids: readonly unknown[]
  readonly values: DataRow
  readonly version: DataRow
}

/**
 * Takes a way, of one record or of several, all or none; those that need the approval of others wait for it.
 * @throws ApiError 404, 409 for a record that does not stand where the way begins, or waits already
 */
export async function takeWays(taking: Taking, table: Table, work: UnitOfWork): Promise<{ ids: unknown[]; waiting: number }> {
  const { field, way, ids, values, version } = taking
  const rows = new Map((await lockRecords(table, ids, work)).map(row => [String(row.id), row]))
  const standing = ids.map(key => standingRow(rows.get(String(key)), taking, table))
  const context = ruleContextOf(work, await storeForExpressions(table, work), false)
  const waits = standing.filter(row => {
    const record = { ...row, ...values, [field.name]: way.to }
    return needsApproval(work.model, table.register.name, way, { ...context, before: row, record })
  })
  const bodyOf = (row: DataRow): DataRow => ({ ...values, ...version, [field.name]: way.to, id: row.id })
  for (const row of waits) await request(row, bodyOf(row), taking, table, work)
  const rest = standing.filter(row => !waits.includes(row))
  if (rest.length === 0) return { ids: [], waiting: waits.length }
  const bodies = rest.map(bodyOf)
  const taken = { ...work, taking: { way } }
  const [only] = ids.length === 1 ? bodies : []
  const saved = only ? [await saveOneRecord(only, table, taken)] : await saveRecords(bodies, table, taken)
  return { ids: saved.map(row => row.id), waiting: waits.length }
}

/** A request is kept where the step could be taken now: who approves it finds nothing in its way that was there before. */
async function request(row: DataRow, body: DataRow, { way, values }: Taking, table: Table, work: UnitOfWork): Promise<void> {
  const tried = new Error('tried')
  const result = await inSavepoint(work, async part => {
    await writeOneRecord(body, table, { ...part, taking: { way, approved: true } })
    throw tried
  })
  if ('error' in result && result.error !== tried) throw result.error
  const place = { lojaId: requireStore(work.caller), register: table.register.name, record: String(row.id) }
  const { caller } = work
  const id = await addRequest(work.q, place, {
    way: way.id,
    version: Number(row.version),
    said: values,
    userId: personOf(caller),
    name: caller.name || caller.email,
  })
  if (id === undefined) throw new ApiError(409, 'way-waiting', { way: way.title })
  work.changes.push({ register: table.register, lojaId: place.lojaId, id: place.record, before: row })
  const { approve } = way
  if (approve) await tellApproval('asked', { request: id, way, row, table }, { gate: approve.gate }, work)
}

/** The record where the way begins. @throws ApiError 404; 409 where it is elsewhere by now */
function standingRow(row: DataRow | undefined, { field, way }: OwnWay, table: Table): DataRow {
  if (!row) throw new ApiError(404, 'not-found')
  const state = row[field.name]
  if (state !== way.to && (way.from?.some(one => one === state) ?? true)) return row
  const title = field.choices?.find(({ value }) => value === state)?.title ?? String(state ?? '')
  throw new ApiError(409, 'way-late', { name: recordLabel(row, table) || String(row.id), state: title })
}

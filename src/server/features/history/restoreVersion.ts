import { recordsIn } from '../../../base/record.ts'
import type { Model } from '../../../model/model.ts'
import { gateRefusal } from '../../access/gateRefusal.ts'
import { pathParameter } from '../../access/requestParts.ts'
import { callerFor } from '../../access/resolveCaller.ts'
import { ApiError } from '../../error.ts'
import { type RegisterRequest, requestBodyOf } from '../../http/registerRequest.ts'
import { writeContextFor } from '../../http/writeContextFor.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { SECRET_MASK } from '../../query/rowReader.ts'
import { withoutUnseen } from '../../query/sight/unseen.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { isActAllowed } from '../../query/visibility.ts'
import { lockRecords } from '../../write/lockRecords.ts'
import { runWrite } from '../../write/runWrite.ts'
import { saveOneRecord } from '../../write/saveRecords.ts'
import { maskSecrets } from '../../write/store/maskSecrets.ts'
import { NO_STORE, storeOfRow, type UnitOfWork } from '../../write/unitOfWork.ts'
import { historyName } from '../../write/writeHistory.ts'
import { fetchHistoryEntries } from './historyEntries.ts'

/** Lines of the history that are read at once. */
const BATCH = 200

/** POST {register}/{id}/restaurar {lojaId, historico, version}: the record as it was after that entry, checked like any save. */
export async function restoreVersion(ask: RegisterRequest): Promise<unknown> {
  const id = pathParameter(ask.request, 'id') ?? ''
  const body = requestBodyOf(ask)
  const { table } = ask
  const { register } = table
  const entry = Number(body.historico)
  if (!Number.isSafeInteger(entry) || entry <= 0) throw new ApiError(404, 'not-found')
  const caller = await callerFor(ask, ask.query.lojaId, body.lojaId, register.scope === 'self' ? id : undefined)
  // Asked before anything is read: who may not write does not learn what is there.
  if (!isActAllowed(register, 'change', caller.rights)) throw gateRefusal(ask.model, register.access.change, caller.rights)
  const saved = await runWrite(writeContextFor(ask, caller, 'restaurar'), register, async work => {
    const [record] = await lockRecords(table, [id], work)
    if (!record) throw new ApiError(404, 'not-found')
    const now = maskSecrets(record, table, work.model)
    const then = await stateAfter(entry, now, table, work)
    const version = body.version === undefined ? {} : { version: body.version }
    // Fields that are hidden from whoever restores stay as they are.
    const reader = { model: work.model, rights: caller.rights }
    const back = backTo(withoutUnseen(then, table, reader), withoutUnseen(now, table, reader), table, work.model)
    return saveOneRecord({ ...back, id: record.id, ...version }, table, work)
  })
  return saved
}

/** The record as it was after an entry: what newer entries changed is taken back one by one. */
async function stateAfter(entry: number, now: DataRow, table: Table, work: UnitOfWork): Promise<DataRow> {
  const lojaId = storeOfRow(table, work.caller, now.id) ?? NO_STORE
  const record = { register: historyName(table.register), id: String(now.id) }
  const [found] = await fetchHistoryEntries({ lojaId, record, above: entry - 1, below: entry + 1, limit: 1 }, work.model, work.q)
  if (!found || found.deed === 'excluir') throw new ApiError(404, 'not-found')
  const state = { ...now }
  let below: number | undefined
  for (;;) {
    const wanted = { lojaId, record, above: entry, limit: BATCH, ...(below === undefined ? {} : { below }) }
    const lines = await fetchHistoryEntries(wanted, work.model, work.q)
    // A line of removal holds the whole record as it was: what is older goes on from there.
    for (const { before } of lines) Object.assign(state, before)
    below = lines.at(-1)?.id
    if (lines.length < BATCH) return state
  }
}

/** The body of the save that brings a record back: only what differs, so that nothing else is touched. */
function backTo(then: DataRow, now: DataRow, table: Table, model: Model): DataRow {
  const body: DataRow = {}
  for (const { name, field } of table.columns) {
    if (field.secret || field.readOnly || field.compute || then[name] === SECRET_MASK) continue
    if (JSON.stringify(then[name] ?? null) !== JSON.stringify(now[name] ?? null)) body[name] = then[name] ?? null
  }
  for (const list of table.lists.values()) {
    const [was, is] = [recordsIn(then[list.name]), recordsIn(now[list.name])]
    if (JSON.stringify(was) !== JSON.stringify(is)) body[list.name] = rowsBack(was, is, tableOf(model, list.register), list.by)
  }
  return body
}

/** Rows that went come anew, rows that came go, the others get their fields back. */
function rowsBack(was: readonly DataRow[], is: readonly DataRow[], { columns }: Table, by: string): DataRow[] {
  const standing = new Set(is.map(row => String(row.id)))
  const wanted = new Set(was.map(row => String(row.id)))
  const written = columns.filter(({ name, field }) => name !== by && !field.readOnly && !field.secret && !field.compute)
  const rows = was.map(row => {
    const values = Object.fromEntries(written.map(({ name }) => [name, row[name] ?? null]))
    const { id: _, ...rest } = values
    return standing.has(String(row.id)) ? { ...rest, id: row.id } : rest
  })
  return [...rows, ...is.filter(row => !wanted.has(String(row.id))).map(row => ({ id: row.id, deletar: true }))]
}

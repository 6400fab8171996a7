import type { RecordHistoryEntry } from '../../../api/history.ts'
import { gateRefusal } from '../../access/gateRefusal.ts'
import { pathParameter } from '../../access/requestParts.ts'
import { callerFor } from '../../access/resolveCaller.ts'
import { authorsOf } from '../../access/users.ts'
import { ApiError } from '../../error.ts'
import { readPaging } from '../../http/paging.ts'
import { queryContextFor, type RegisterRequest, withStoreModel } from '../../http/registerRequest.ts'
import { fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planRecord } from '../../query/planRecord.ts'
import { readScope } from '../../query/restrictPlan.ts'
import { visibilityOf } from '../../query/visibility.ts'
import { NO_STORE, storeOfRow } from '../../write/unitOfWork.ts'
import { historyName } from '../../write/writeHistory.ts'
import { historyChanges, referencedRecords } from './historyChanges.ts'
import { countHistoryEntries, fetchHistoryEntries, type HistoryEntry } from './historyEntries.ts'
import { loadRecordNaming } from './loadRecordNaming.ts'

/** GET {register}/{id}/historico: who changed what and when, field by field, newest first; for who sees the record. */
export async function listHistory(ask: RegisterRequest): Promise<RecordHistoryEntry[]> {
  const { service } = ask
  const id = pathParameter(ask.request, 'id')
  const caller = await callerFor(ask, ask.query.lojaId ?? (ask.table.register.scope === 'self' ? id : undefined))
  const { model, table } = withStoreModel(ask, caller)
  if (visibilityOf(model, table.register, caller.rights) !== 'full')
    throw gateRefusal(model, table.register.access.see, caller.rights)
  const key = table.id.kind.accept(id, table.id.field)
  if (!key.ok) throw new ApiError(404, 'not-found')
  const lojaId = storeOfRow(table, caller, key.value) ?? NO_STORE
  const wanted = { lojaId, record: { register: historyName(table.register), id: String(key.value) } }
  const page = readPaging(ask.query, { limit: 50, most: 200 })
  const exists = await service.database.read(readScope(caller, ask), async q => {
    const plan = planRecord([key.value], queryContextFor(ask, caller), caller)
    return (await fetchPlanRows({ ...plan, includes: [], labels: [] }, q)).length > 0
  })
  return service.database.read(
    { stores: [lojaId, ...caller.stores, ...(caller.storeId === null ? [] : [caller.storeId])] },
    async q => {
      const count = exists || isWhole(ask) ? await countHistoryEntries({ ...wanted, limit: 1 }, model, q) : 0
      if (!exists && count === 0) throw new ApiError(404, 'not-found')
      ask.reply.header('content-count', count)
      const lines = await fetchHistoryEntries({ ...wanted, ...page }, model, q)
      const naming = await loadRecordNaming(referencedRecords(lines, table, model), model, caller, q)
      const authors = await authorsOf(
        lines.map(line => line.userId),
        model,
        q,
      )
      return lines.map(line => ({
        id: line.id,
        acao: line.deed,
        acaoId: line.actionId,
        createdAt: line.createdAt,
        version: versionOf(line),
        usuario: authors.get(line.userId ?? -1) ?? null,
        changes: historyChanges(line, table, { model, zone: caller.zone, naming, rights: caller.rights }),
      }))
    },
  )
}

/** Tells whether all rows of the table are this register's to show: then also the history of one that is gone. */
const isWhole = ({ table: { register } }: RegisterRequest): boolean => !register.from && !register.rows

const versionOf = ({ after }: HistoryEntry): number | null => (typeof after?.version === 'number' ? after.version : null)

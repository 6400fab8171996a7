import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../../query/table.ts'
import type { SealedRecord, SealedValues } from '../../write/store/removedSecrets.ts'
import { secretLocation } from '../../write/store/rowStatements.ts'
import { NO_STORE, storeOfRow, type UnitOfWork } from '../../write/unitOfWork.ts'
import { historyName } from '../../write/writeHistory.ts'

/** The secrets of a record that comes back, readable, on their way to being sealed anew. */
export interface OpenedSecrets {
  readonly own: DataRow
  readonly lists: Readonly<Record<string, DataRow>>
}

/** Returns the secrets that an action kept when it removed these records, by key. */
export async function openRemovedSecrets(
  records: readonly DataRow[],
  table: Table,
  actionId: string,
  work: UnitOfWork,
): Promise<Map<string, OpenedSecrets>> {
  const lists = [...table.lists.values()].map(list => ({ ...list, below: tableOf(work.model, list.register) }))
  if (![table, ...lists.map(list => list.below)].some(one => one.columns.some(({ field }) => field.secret))) return new Map()
  const lojaId = storeOfRow(table, work.caller, records[0]?.id) ?? NO_STORE
  const { rows } = await work.q.query<{ id: string; secrets: SealedRecord }>(
    'SELECT id, secrets FROM system.removed_secrets WHERE "lojaId" = $1 AND action = $2 AND register = $3 AND id = ANY($4)',
    [lojaId, actionId, historyName(table.register), records.map(record => String(record.id))],
  )
  return new Map(
    rows.map(({ id, secrets }) => {
      const below = Object.entries(secrets.lists).map(([place, sealed]) => {
        const list = lists.find(({ name }) => place.startsWith(`${name}.`))
        return [place, list ? opened(sealed, list.below, work) : {}] as const
      })
      return [id, { own: opened(secrets.own, table, work), lists: Object.fromEntries(below) }]
    }),
  )
}

function opened(sealed: SealedValues, table: Table, { secrets }: UnitOfWork): DataRow {
  return Object.fromEntries(
    Object.entries(sealed).flatMap(([name, text]) => {
      try {
        return table.byName.has(name) ? [[name, JSON.parse(secrets.open(text, secretLocation(table, name)))]] : []
      } catch {
        // Sealed under another key, which is lost.
        return []
      }
    }),
  )
}

import type { Row } from '../query/run.ts'
import { type Table, tableOf } from '../query/table.ts'
import { historyName } from '../write/history.ts'
import type { Sealed, SealedRecord } from '../write/removedSecrets.ts'
import { secretPlace } from '../write/rows.ts'
import { NO_STORE, storeOfRow, type Work } from '../write/work.ts'

/** The secrets of a record that comes back, readable, on their way to being sealed anew. */
export interface RecordSecrets {
  readonly own: Row
  readonly lists: Readonly<Record<string, Row>>
}

/** What was kept of these records when an action removed them, by key. */
export async function keptSecrets(
  records: readonly Row[],
  table: Table,
  actionId: string,
  work: Work,
): Promise<Map<string, RecordSecrets>> {
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

function opened(sealed: Sealed, table: Table, { secrets }: Work): Row {
  return Object.fromEntries(
    Object.entries(sealed).flatMap(([name, text]) => {
      try {
        return table.byName.has(name) ? [[name, JSON.parse(secrets.open(text, secretPlace(table, name)))]] : []
      } catch {
        // Sealed under another key, which is lost.
        return []
      }
    }),
  )
}

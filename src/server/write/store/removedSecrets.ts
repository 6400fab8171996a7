import { recordsIn } from '../../../base/record.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { NO_STORE, type UnitOfWork } from '../unitOfWork.ts'
import { historyName } from '../writeHistory.ts'
import { secretLocation } from './rowStatements.ts'

/** Sealed values by field. */
export type SealedValues = Readonly<Record<string, string>>

/** The secrets of one removed record: its own, and those of the rows of its lists, by `list.rowId`. */
export interface SealedRecord {
  readonly own: SealedValues
  readonly lists: Readonly<Record<string, SealedValues>>
}

/** Keeps the secrets of records that go, sealed as ever: the history masks them, and an undo brings them back. */
export async function storeRemovedSecrets(
  records: readonly DataRow[],
  lojaId: number | null,
  table: Table,
  work: UnitOfWork,
): Promise<void> {
  const kept = records.flatMap(record => {
    const own = sealedOf(record, table, work)
    const lists: Record<string, SealedValues> = {}
    for (const list of table.lists.values()) {
      const below = tableOf(work.model, list.register)
      const rows = record[list.name]
      for (const row of recordsIn(rows)) {
        const sealed = sealedOf(row, below, work)
        if (sealed) lists[`${list.name}.${row.id}`] = sealed
      }
    }
    if (!own && Object.keys(lists).length === 0) return []
    return [{ id: String(record.id), secrets: { own: own ?? {}, lists } satisfies SealedRecord }]
  })
  if (kept.length === 0) return
  await work.q.query(
    `INSERT INTO system.removed_secrets ("lojaId", action, register, id, secrets)
      SELECT $1, $2, $3, kept.id, kept.secrets FROM jsonb_to_recordset($4::jsonb) AS kept(id text, secrets jsonb)
      ON CONFLICT ("lojaId", action, register, id) DO UPDATE SET secrets = EXCLUDED.secrets`,
    [lojaId ?? NO_STORE, work.action.id, historyName(table.register), JSON.stringify(kept)],
  )
}

function sealedOf(row: DataRow, table: Table, { secrets }: UnitOfWork): SealedValues | undefined {
  const filled = table.columns.filter(({ name, field }) => field.secret && row[name] !== null && row[name] !== undefined)
  if (filled.length === 0) return undefined
  return Object.fromEntries(
    filled.map(({ name }) => [name, secrets.seal(JSON.stringify(row[name]), secretLocation(table, name))]),
  )
}

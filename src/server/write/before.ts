import { planOwn } from '../query/record.ts'
import { rowsCondition } from '../query/rows.ts'
import { fetchRows, type Row } from '../query/run.ts'
import type { Table, TableColumn } from '../query/table.ts'
import { secretPlace } from './rows.ts'
import type { Work } from './work.ts'

/** The records with these keys as they stand, held until the transaction ends; secrets are readable, for checks only. */
export async function recordsBefore(table: Table, ids: readonly unknown[], work: Work): Promise<Row[]> {
  const { model, caller, q, secrets } = work
  const own = planOwn(ids, { model, table, zone: caller.zone }, caller)
  const plan = { ...own, where: [...own.where, ...rowsCondition(table, 'change', caller)] }
  const secret = (sealed: string, column: TableColumn, of: Table): unknown => {
    try {
      return JSON.parse(secrets.open(sealed, secretPlace(of, column.name)))
    } catch {
      // Sealed under another key, which is lost: the secret is as good as empty, the record must still be kept up.
      return null
    }
  }
  return fetchRows(plan, q, { lock: true, secret })
}

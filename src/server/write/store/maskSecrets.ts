import { recordsIn } from '../../../base/record.ts'
import type { Model } from '../../../model/model.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { SECRET_MASK } from '../../query/rowReader.ts'
import { type Table, tableOf } from '../../query/table.ts'

/** A record's own fields and lists as history keeps them: secrets masked, nothing of what it refers to. */
export function maskSecrets(row: DataRow, table: Table, model: Model): DataRow {
  const own: DataRow = {}
  for (const { name, field } of table.columns) {
    const value = row[name] ?? null
    own[name] = field.secret && value !== null ? SECRET_MASK : value
  }
  for (const list of table.lists.values()) {
    const rows = row[list.name]
    const below = tableOf(model, list.register)
    if (Array.isArray(rows)) own[list.name] = recordsIn(rows).map(child => maskSecrets(child, below, model))
  }
  return own
}

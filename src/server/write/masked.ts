import type { Model } from '../../model/model.ts'
import { MASK } from '../query/reader.ts'
import type { Row } from '../query/run.ts'
import { type Table, tableOf } from '../query/table.ts'

/** A record's own fields and lists as history keeps them: secrets masked, nothing of what it refers to. */
export function masked(row: Row, table: Table, model: Model): Row {
  const own: Row = {}
  for (const { name, field } of table.columns) {
    const value = row[name] ?? null
    own[name] = field.secret && value !== null ? MASK : value
  }
  for (const list of table.lists.values()) {
    const rows = row[list.name]
    const below = tableOf(model, list.register)
    if (Array.isArray(rows)) own[list.name] = rows.map(child => masked(child as Row, below, model))
  }
  return own
}

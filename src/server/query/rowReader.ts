import { TOTAL_COLUMN } from './planSql.ts'
import type { QueryPlan, ReferenceLabel } from './queryPlan.ts'
import type { RegisterColumn, Table } from './table.ts'

type Row = Record<string, unknown>

/** The text of a reply where a secret is set. */
export const SECRET_MASK = '********'

/** Reads a secret for a reply: a mask, but in full for the save that must check the record. */
export type SecretReader = (sealed: string, column: RegisterColumn, table: Table) => unknown

/** Turns what the database gave into a record as it travels; made once for a plan, run for every row. */
export function rowReaderOf(
  { table, columns, labels }: Pick<QueryPlan, 'table' | 'columns' | 'labels'>,
  secret: SecretReader = () => SECRET_MASK,
): (row: Row) => Row {
  const own = columns.filter(column => column.field.secret || !asItIs(column))
  const names = labels.map(brief => ({
    ...brief,
    keys: brief.columns.map(column => ({ column, key: `${brief.name}.${column.name}` })),
  }))
  return row => {
    for (const column of own) {
      const raw = row[column.name]
      if (raw !== null && raw !== undefined)
        row[column.name] = column.field.secret ? secret(String(raw), column, table) : column.column.fromRow(raw, column.field)
    }
    delete row[TOTAL_COLUMN]
    for (const name of names) nest(row, name)
    return row
  }
}

/** Types that a connection gives as they travel, moments as ISO included. Reading them again would only cost time. */
const ready = new Set(['text', 'boolean', 'integer', 'date', 'timestamptz'])

const asItIs = ({ field, column }: RegisterColumn): boolean => ready.has(column.sqlType(field))

/** `grupo.nome` and its like, gathered under `grupo`. */
function nest(
  row: Row,
  { name, reference, target, keys }: ReferenceLabel & { keys: readonly { column: RegisterColumn; key: string }[] },
): void {
  const id = row[reference.name]
  const record: Row | null = id === null || id === undefined ? null : {}
  for (const { column, key } of keys) {
    const raw = column === target.id ? id : row[key]
    if (record)
      record[column.name] =
        raw === null || raw === undefined || column === target.id ? (raw ?? null) : column.column.fromRow(raw, column.field)
    if (column !== target.id) delete row[key]
  }
  row[name] = record
}

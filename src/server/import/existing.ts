import type { Import } from '../../model/model.ts'
import { planList } from '../query/include.ts'
import { inStore } from '../query/narrow.ts'
import type { Condition } from '../query/plan.ts'
import { fetchRows, type Row } from '../query/run.ts'
import { type Table, type TableColumn, tableOf } from '../query/table.ts'
import { readScope } from '../routes/ask.ts'
import type { Desk } from '../write/work.ts'

/** The register's columns that make up an import's natural key. */
const keyColumns = (load: Import, table: Table): TableColumn[] => load.key.flatMap(name => table.byName.get(name) ?? [])

/** A row's natural key as one text; undefined when a part of it is empty or cannot be. */
export function keyOf(row: Row, load: Import, table: Table): string | undefined {
  const columns = keyColumns(load, table)
  if (columns.length === 0 || columns.length < load.key.length) return undefined
  const values: unknown[] = []
  for (const column of columns) {
    const accepted = column.kind.accept(row[column.name], column.field)
    if (!accepted.ok) return undefined
    values.push(accepted.value)
  }
  return JSON.stringify(values)
}

/** The records that have the natural keys of these rows, by key. */
export async function existingRecords(
  rows: readonly Row[],
  load: Import,
  desk: Desk,
  columns?: readonly string[],
): Promise<Map<string, Row>> {
  const { model, caller, service } = desk
  const table = tableOf(model, load.register)
  const keys = [...new Set(rows.flatMap(row => keyOf(row, load, table) ?? []))]
  if (keys.length === 0) return new Map()
  const ground = { model, table, zone: caller.zone }
  const plan = inStore({ ...planList({}, ground), limit: keys.length, where: [withKeys(keys, keyColumns(load, table))] }, caller)
  const narrow = columns ? { ...plan, columns: plan.columns.filter(({ name }) => columns.includes(name)) } : plan
  const found = await service.database.read(readScope(caller, { model, table }), q => fetchRows(narrow, q))
  return new Map(found.flatMap(row => [[keyOf(row, load, table) ?? '', row] as const]))
}

/** A key of one column is a list of values; one of several asks for each whole. */
function withKeys(keys: readonly string[], columns: readonly TableColumn[]): Condition {
  const values = keys.map(key => JSON.parse(key) as unknown[])
  const parameter = (column: TableColumn, value: unknown): unknown => column.column.toRow(value as never, column.field)
  const [only, ...others] = columns
  if (only && others.length === 0)
    return { at: { column: only }, test: 'in', value: values.map(([value]) => parameter(only, value)) }
  return {
    any: values.map(key => ({
      all: columns.map((column, at): Condition => ({ at: { column }, test: 'eq', value: parameter(column, key[at]) })),
    })),
  }
}

/** Which of these keys a record has already: what the step Filtrar removes. */
export async function existingKeys(keys: readonly Row[], load: Import, desk: Desk): Promise<boolean[]> {
  const table = tableOf(desk.model, load.register)
  const found = await existingRecords(keys, load, desk, ['id', ...load.key])
  return keys.map(key => found.has(keyOf(key, load, table) ?? ''))
}

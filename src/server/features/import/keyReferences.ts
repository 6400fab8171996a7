import { isBlankValue } from '../../../model/import/columns.ts'
import type { Import, ImportColumn } from '../../../model/model.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { readScope } from '../../query/restrictPlan.ts'
import { type Table, tableOf } from '../../query/table.ts'
import type { WriteContext } from '../../write/unitOfWork.ts'
import { idsByName } from './idsByName.ts'

/** The keys of records that columns of a natural key name, by column and name. */
export type KeyReferences = ReadonlyMap<string, ReadonlyMap<unknown, unknown>>

/** Columns of the natural key that name a record of another register, by what it is called. */
const namingColumns = ({ keys, columns, list }: Import): ImportColumn[] =>
  columns.filter(({ name, of }) => of !== undefined && of !== list?.name && keys.some(key => key.includes(name)))

/** The field that a part of a natural key stands for: of a column that names a record the reference to it. */
export const keyField = (load: Import, name: string): string =>
  namingColumns(load).find(column => column.name === name)?.of ?? name

/** Finds the records that rows name in their natural key, one question a column. Nothing of another store is found. */
export async function keyReferences(rows: readonly DataRow[], load: Import, context: WriteContext): Promise<KeyReferences> {
  const columns = namingColumns(load)
  const found = new Map<string, ReadonlyMap<unknown, unknown>>()
  if (columns.length === 0) return found
  const { model, caller, service } = context
  const table = tableOf(model, load.register)
  await service.database.read(readScope(caller, { model, table }), async q => {
    for (const { name, of } of columns) {
      const target = targetOf(table, of ?? '')
      const names = [...new Set(rows.map(row => row[name]))].filter(value => !isBlankValue(value))
      found.set(name, target ? await idsByName(names, tableOf(model, target), context, q) : new Map())
    }
  })
  return found
}

const targetOf = (table: Table, field: string): string | undefined => table.byName.get(field)?.field.reference?.to

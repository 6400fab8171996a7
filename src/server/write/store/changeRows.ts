import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Model } from '../../../model/model.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import { type RowChange, updateEachRow, updateRows } from './rowStatements.ts'

/**
 * Changes rows of one table and gives what `reading` selects of them afterwards, in no order: those that get the same values by one
 * statement, and those that get each its own by one, too. In the order given are written only values that no two rows may share,
 * since one row may take what another has just left, and what changes a row twice.
 */
export async function changeRows(
  changes: readonly RowChange[],
  table: Table,
  lojaId: number | null,
  reading: string,
  work: UnitOfWork,
): Promise<DataRow[]> {
  const unique = uniqueNames(table, work.model)
  const taken = changes.some(({ columns }) => Object.keys(columns).some(name => unique.has(name)))
  const twice = new Set(changes.map(({ id }) => String(id))).size < changes.length
  if (taken || twice) return changeAlike(changes, table, lojaId, reading, work)
  const changed: DataRow[] = []
  for (const group of Map.groupBy(changes, ({ columns }) => Object.keys(columns).join()).values()) {
    const each = isAlike(group) ? undefined : await updateEachRow(table, lojaId, group, reading, work)
    changed.push(...(each ?? (await changeAlike(group, table, lojaId, reading, work))))
  }
  return changed
}

const valuesOf = ({ columns }: RowChange): string => JSON.stringify(columns)

const isAlike = (group: readonly RowChange[]): boolean => {
  const first = group[0] && valuesOf(group[0])
  return group.every(change => valuesOf(change) === first)
}

async function changeAlike(
  changes: readonly RowChange[],
  table: Table,
  lojaId: number | null,
  reading: string,
  work: UnitOfWork,
): Promise<DataRow[]> {
  const changed: DataRow[] = []
  for (const group of Map.groupBy(changes, valuesOf).values()) {
    const ids = group.map(({ id }) => id)
    changed.push(...(await updateRows(table, lojaId, ids, group[0]?.columns ?? {}, reading, work)))
  }
  return changed
}

const uniques = new WeakMap<Model, Map<string, ReadonlySet<string>>>()

/** Fields of the table's unique constraints, whichever of its registers brings them. */
const uniqueNames = ({ register }: Table, model: Model): ReadonlySet<string> =>
  memoizeByKey(
    memoizeByKey(uniques, model, () => new Map<string, ReadonlySet<string>>()),
    register.table,
    () =>
      new Set(
        Object.values(model.registers)
          .filter(({ table }) => table === register.table)
          .flatMap(({ unique }) => unique.flatMap(({ fields, where = {} }) => [...fields, ...Object.keys(where)])),
      ),
  )

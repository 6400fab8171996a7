import { add } from '../../base/decimal.ts'
import { valueOf } from '../../kinds/values.ts'
import type { Row } from '../data/rows.ts'
import { columnValue, type ListColumn } from './columns.ts'

/** Sums of the columns that the definition asks for, over the rows at hand, exact. */
export function totalsOf(
  columns: readonly ListColumn[],
  names: readonly string[],
  rows: readonly Row[],
): ReadonlyMap<string, string> {
  const totals = new Map<string, string>()
  for (const column of columns) {
    const { field } = column
    if (!field || !names.includes(column.id) || !valueOf(field.kind).sums) continue
    const sum = rows.reduce((so, row) => addValue(so, columnValue(column, row)), 0)
    totals.set(column.id, valueOf(field.kind).format(sum, field))
  }
  return totals
}

const addValue = (so: number, value: unknown): number => (typeof value === 'number' ? add(so, value) : so)

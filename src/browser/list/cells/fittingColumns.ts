import type { Register } from '../../../model/model.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { type GridColumn, gridColumnWidth, minimumColumnWidth } from '../../grid/columns/gridColumn.ts'
import { expandColumn } from '../../grid/columns/toolColumns.tsx'
import type { FittingColumns, ListColumn } from './listColumns.ts'

/**
 * Columns that fit where all are so many pixels too wide. What tells least goes first; the record's name, its code, the first
 * column and switches stay. `columns` are the same ones as the grid takes them.
 */
export function fittingColumns(
  shown: readonly ListColumn[],
  columns: readonly GridColumn<RegisterRow>[],
  register: Register,
  over: number,
): FittingColumns {
  // The column that opens the row needs room, too.
  let excess = over + gridColumnWidth(expandColumn, {})
  const moved = new Set<ListColumn>()
  const goers = shown
    .map((column, at) => ({ column, at, weight: columnWeight(column, at, register) }))
    .filter(({ weight }) => weight !== stays)
    .toSorted((a, b) => a.weight - b.weight || b.at - a.at)
  for (const { column, at } of goers) {
    if (excess <= 0) break
    const grid = columns[at]
    moved.add(column)
    excess -= grid ? minimumColumnWidth(grid, {}) : 0
  }
  return { fitting: shown.filter(column => !moved.has(column)), moved: shown.filter(column => moved.has(column)) }
}

const stays = Number.POSITIVE_INFINITY

/** How much a column tells: the register's card, made for the least room of all, says what comes first. */
function columnWeight({ id, view, field, action }: ListColumn, at: number, register: Register): number {
  const { card, totals } = register.views.list
  if (at === 0 || id === register.label || id === register.code || view.switch) return stays
  if (card.includes(id)) return 4
  if (totals.includes(id)) return 3
  if (action || view.edit) return 2
  return field?.required ? 1 : 0
}

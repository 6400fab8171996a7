import type { GridHandle } from '../../grid/gridProps.ts'
import { childColumnPath } from '../draft/childCellPath.ts'
import type { FormShared } from '../formContext.ts'

/**
 * Keeps the grid of a child list at hand by the list's name, and by that of each of its columns: where a form shows one list several times, each with
 * columns of its own, the first grid stands for the list, and a cell is found in the first that has it.
 */
export function keepGrid(
  grids: FormShared['grids'],
  list: string,
  columns: readonly string[],
): (grid: GridHandle | null) => void {
  const names = [list, ...columns.map(column => childColumnPath(list, column))]
  let own: GridHandle | null = null
  return grid => {
    for (const name of names) {
      if (own && grids.get(name) === own) grids.delete(name)
      if (grid && !grids.has(name)) grids.set(name, grid)
    }
    own = grid
  }
}

import { gridCountMessages } from '../gridMessages.ts'
import type { GridView } from '../gridView.ts'
import type { CellRange } from './cellRange.ts'

/** What of a pasted table found no cell: lines below the last row, and cells that nobody may change. */
export function tellUnpasted<Row>(
  table: readonly (readonly string[])[],
  { top, left }: Pick<CellRange, 'top' | 'left'>,
  { rows, columns }: Pick<GridView<Row>, 'rows' | 'columns'>,
  taken: number,
  tell: (text: string) => void,
): void {
  const cut = Math.max(0, top + table.length - rows.length)
  const given = table
    .slice(0, table.length - cut)
    .flatMap(line => line.slice(0, columns.length - left))
    .filter(text => text.trim() !== '').length
  if (given > taken) tell(gridCountMessages.locked(given - taken))
  if (cut > 0) tell(gridCountMessages.cut(cut))
}

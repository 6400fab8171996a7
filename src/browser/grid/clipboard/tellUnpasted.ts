import type { CellRange } from '../cellRange.ts'
import type { GridView } from '../gridView.ts'

const number = new Intl.NumberFormat('pt-BR')

const texts = {
  cut: (count: number): string =>
    count === 1
      ? 'A última linha copiada ficou de fora: a tabela termina antes.'
      : `As últimas ${number.format(count)} linhas copiadas ficaram de fora: a tabela termina antes.`,
  locked: (count: number): string =>
    count === 1
      ? 'Uma célula não pode ser alterada e ficou como estava.'
      : `${number.format(count)} células não podem ser alteradas e ficaram como estavam.`,
} as const

/** Tells the parts of a pasted table that found no cell: lines below the last row, and cells that nobody may change. */
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
  if (given > taken) tell(texts.locked(given - taken))
  if (cut > 0) tell(texts.cut(cut))
}

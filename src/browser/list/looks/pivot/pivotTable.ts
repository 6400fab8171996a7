import type { CrossSums, GroupSums, TotalsReply } from '../../../../api/batch.ts'
import { divide } from '../../../../base/decimal.ts'
import type { Value } from '../../../../kinds/kind.ts'

/** The figures of a cell: how many records, the sum of a field, or what a record has of it on average. */
export const pivotMeasures = ['count', 'sum', 'average'] as const
export type PivotMeasure = (typeof pivotMeasures)[number]

/** A value of the rows' field, and what is told of it in each column and in all. */
export interface PivotRow {
  readonly value: Value
  readonly label: string | undefined
  readonly cells: readonly (number | undefined)[]
  readonly total: number | undefined
}

export interface PivotTable {
  readonly rows: readonly PivotRow[]
  readonly totals: readonly (number | undefined)[]
  readonly total: number | undefined
  /** Values of the rows' field, of which the table has none for their records are few. */
  readonly left: number
}

interface Asked {
  readonly measure: PivotMeasure
  readonly field: string | undefined
}

/** The table of what the server summed: of all records, by row and by column, and of each pair of both. */
export function pivotTable(
  all: TotalsReply,
  columns: readonly GroupSums[],
  groups: readonly GroupSums[],
  asked: Asked,
): PivotTable {
  const told = (sums: Pick<TotalsReply, 'count' | 'totais'> | undefined): number | undefined => figureOf(sums, asked)
  const cells = new Map((all.celulas ?? []).map(cell => [keyOf(cell.linha, cell.coluna), cell]))
  return {
    rows: groups.map(group => ({
      value: group.valor,
      label: group.rotulo,
      cells: columns.map(({ valor }) => told(cells.get(keyOf(group.valor, valor)))),
      total: told(group),
    })),
    totals: columns.map(told),
    total: told(all),
    left: all.outros ?? 0,
  }
}

const keyOf = (row: CrossSums['linha'], column: CrossSums['coluna']): string => JSON.stringify([row, column])

/** A figure of some records; of none there is none. */
function figureOf(sums: Pick<TotalsReply, 'count' | 'totais'> | undefined, { measure, field }: Asked): number | undefined {
  if (!sums || sums.count === 0) return undefined
  if (measure === 'count') return sums.count
  const sum = sums.totais[field ?? '']
  if (typeof sum !== 'number') return undefined
  return measure === 'sum' ? sum : divide(sum, sums.count)
}

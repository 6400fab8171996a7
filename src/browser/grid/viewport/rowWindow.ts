/** Where rows stand: all of one height, and below some of them an opened detail. */
export interface RowPlan {
  readonly count: number
  readonly height: number
  /** Heights of the opened details by the index of their row, in order. */
  readonly details: readonly { readonly index: number; readonly height: number }[]
}

/** Rows to be drawn, first and last by index; of no rows the last comes before the first. */
export interface RowWindow {
  readonly first: number
  readonly last: number
}

/** Pixels above a row. */
export function rowStart({ height, details }: RowPlan, index: number): number {
  let start = index * height
  for (const detail of details) {
    if (detail.index >= index) break
    start += detail.height
  }
  return start
}

/** Pixels of all rows. */
export const rowsHeight = (plan: RowPlan): number => rowStart(plan, plan.count)

/** The row at so many pixels from the first one's top: the first, or the last, where there is none. */
function indexAt(plan: RowPlan, offset: number): number {
  let from = 0
  let to = Math.max(0, plan.count - 1)
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    if (rowStart(plan, middle) <= offset) from = middle
    else to = middle - 1
  }
  return from
}

/** The rows that touch a stretch, and so many more on either side. */
export function rowWindowOf(plan: RowPlan, from: number, to: number, more: number): RowWindow {
  return {
    first: Math.max(0, indexAt(plan, from) - more),
    last: Math.min(plan.count - 1, indexAt(plan, to) + more),
  }
}

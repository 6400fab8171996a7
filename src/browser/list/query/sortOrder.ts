/** One column of the order. */
export interface OrderBy {
  readonly column: string
  readonly desc: boolean
}

/** Reads LoopBack's `nome ASC`. */
export function parseSortOrder(order: readonly string[]): readonly OrderBy[] {
  return order.map(text => {
    const [column = '', way] = text.trim().split(/\s+/)
    return { column, desc: way?.toUpperCase() === 'DESC' }
  })
}

/** The order after a click on a header: ascending, then descending, then what the definition says. */
export function nextSortOrder(order: readonly string[], column: string, usual: readonly string[]): readonly string[] {
  const [first] = parseSortOrder(order)
  if (first?.column !== column) return [`${column} ASC`]
  if (!first.desc) return [`${column} DESC`]
  const [own] = parseSortOrder(usual)
  // A list that is ordered by this column anyway has only two ways.
  return own?.column === column ? [`${column} ASC`] : usual
}

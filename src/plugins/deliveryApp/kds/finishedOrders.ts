/** Ids of the kitchen's orders that are finished: the screen that served them wrote when. Orders may come as a list, with holes. */
export function finishedOrders(orders: unknown): string[] {
  if (typeof orders !== 'object' || orders === null) return []
  return Object.entries(orders).flatMap(([id, order]) => {
    const finished = typeof order === 'object' && order !== null && 'finalizado_em' in order
    return finished && order.finalizado_em ? [id] : []
  })
}

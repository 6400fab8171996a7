export { loadOrders } from './demo/orders.ts'
export { lockOrder } from './effects/lockOrder.ts'
export { openOrders } from './effects/openOrders.ts'
export { demandDeliverable, handOrderOver, paidOfOrder, takeOrderBack } from './effects/orderDelivery.ts'

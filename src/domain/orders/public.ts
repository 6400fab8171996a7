export { loadOrders } from './demo/orders.ts'
export { openOrders } from './effects/openOrders.ts'
export { handOrderOver, holdDeliveredOrder, holdOrder, takeOrderBack } from './effects/orderDelivery.ts'

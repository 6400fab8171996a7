export { loadOrders } from './demo/orders.ts'

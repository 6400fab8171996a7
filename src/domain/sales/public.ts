export { loadDemoSales } from './demo/loadDemoSales.ts'
export { changeAppOrders } from './tables/changeAppOrders.ts'

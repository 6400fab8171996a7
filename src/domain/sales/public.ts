export { loadDemoSales } from './demo/loadDemoSales.ts'

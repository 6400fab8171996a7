export { column } from '../decimal/column.ts'

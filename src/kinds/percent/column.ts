import { decimalColumn } from '../decimal/column.ts'
import { value } from './value.ts'

export const column = decimalColumn(value)

import type { Query } from '../../report.ts'
import type { FieldContext } from '../field.ts'
import type { Filters } from './parameter.ts'

/** What a screen is made of besides its own file. */
export interface ReportGround {
  readonly queries: Readonly<Record<string, Query>>
  readonly filters: Filters
  readonly context: FieldContext
}

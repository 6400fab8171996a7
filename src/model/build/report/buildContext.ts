import type { Query } from '../../report.ts'
import type { FieldContext } from '../field.ts'
import type { SharedFilters } from './parameter.ts'

/** What a screen is made of besides its own file. */
export interface ReportBuildContext {
  readonly queries: Readonly<Record<string, Query>>
  readonly filters: SharedFilters
  readonly context: FieldContext
}

import type { Query } from '../../report.ts'
import type { FieldContext } from '../field.ts'
import type { SharedFilters } from './parameter.ts'

/** The parts of a screen besides its own file. */
export interface ReportBuildContext {
  readonly queries: Readonly<Record<string, Query>>
  readonly filters: SharedFilters
  readonly context: FieldContext
}

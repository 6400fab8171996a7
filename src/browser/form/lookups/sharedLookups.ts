import type { FilledValues } from './filledValues.ts'
import type { LookupFailures } from './lookupFailures.ts'
import type { LookupOptions } from './lookupOptions.ts'
import type { RunningLookups } from './runningLookups.ts'

/** The common options of lookups of fields and of child rows. */
export interface SharedLookups extends LookupOptions {
  readonly running: RunningLookups
  readonly filled: FilledValues
  readonly failures: LookupFailures
}

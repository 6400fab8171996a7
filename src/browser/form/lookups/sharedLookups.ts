import type { FilledValues } from './filledValues.ts'
import type { LookupFailures } from './lookupFailures.ts'
import type { LookupOptions } from './lookupOptions.ts'
import type { RunningLookups } from './runningLookups.ts'

/** What the lookups of fields and those of child rows have in common. */
export interface SharedLookups extends LookupOptions {
  readonly running: RunningLookups
  readonly filled: FilledValues
  readonly failures: LookupFailures
}

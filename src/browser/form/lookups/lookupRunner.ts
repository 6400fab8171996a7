import { type ChildLookups, createChildLookups } from './childLookups.ts'
import { createFieldLookups, type FieldLookups } from './fieldLookups.ts'
import { createFilledValues } from './filledValues.ts'
import { createLookupFailures } from './lookupFailures.ts'
import type { LookupOptions } from './lookupOptions.ts'
import { createOfferedValues, type OfferedValues } from './offeredValues.ts'
import { createRunningLookups } from './runningLookups.ts'

/** The lookups of an open form: what its beginning, typing and their buttons set off. */
export interface LookupRunner extends FieldLookups, OfferedValues {
  readonly typedIn: ChildLookups
  stop(): void
}

export function createLookupRunner(options: LookupOptions): LookupRunner {
  const running = createRunningLookups()
  const shared = { ...options, running, filled: createFilledValues(), failures: createLookupFailures(options) }
  return {
    ...createFieldLookups(shared),
    ...createOfferedValues(shared),
    typedIn: createChildLookups(shared),
    stop: running.stop,
  }
}

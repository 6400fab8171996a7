import type { Problem } from '../../../model/problem.ts'
import type { DraftContext, RecordDraft } from './recordDraft.ts'

/** The store's context in the page around it. */
export interface DraftStoreOptions {
  readonly context: DraftContext
  /** Tells whether the user may see what a gate guards. */
  may(gate?: string): boolean
  /** Everything wrong with the record as it would be sent. */
  check(draft: RecordDraft): readonly Problem[]
}

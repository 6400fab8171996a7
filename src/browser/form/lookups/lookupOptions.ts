import type { Translate } from '../../../model/formatMessage.ts'
import type { Register } from '../../../model/model.ts'
import type { DraftStore } from '../draft/draftStore.ts'
import type { DraftContext } from '../draft/recordDraft.ts'

/** The form that lookups read and fill. */
export interface LookupOptions {
  readonly store: DraftStore
  readonly register: Register
  readonly context: DraftContext
  readonly say: Translate
}

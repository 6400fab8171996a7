import { explain, rightsOfOtherUser } from './features/explain/operations.ts'
import { existingImportKeys, finishImport, saveImport } from './features/import/operations.ts'
import { search } from './features/search/search.ts'
import { activity, undoOperation } from './features/undo/operations.ts'
import type { Operation } from './operations/operation.ts'

/** The operations of the runtime's own features; areas and integrations add theirs. */
export const runtimeOperations: readonly Operation[] = [
  saveImport,
  existingImportKeys,
  finishImport,
  activity,
  undoOperation,
  search,
  explain,
  rightsOfOtherUser,
]

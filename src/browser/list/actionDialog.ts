import type { ListTools } from './context.ts'

/** What a dialog of an action is told. */
export interface ActionDialogProps {
  readonly tools: ListTools
  /** The records it is about. */
  readonly ids: readonly string[]
  /** `done` says that it was carried out. */
  onClose(done: boolean): void
}

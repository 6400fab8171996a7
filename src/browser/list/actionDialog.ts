import type { Action } from '../../model/model.ts'
import type { ListTools } from './context.ts'
import type { Target } from './useRunAction.ts'

/** What a dialog of an action works with, in a list and in a form. */
export type DialogTools = Pick<ListTools, 'model' | 'register' | 'may' | 'say' | 'evaluate' | 'undoing'>

/** What a dialog of an action is told. */
export interface ActionDialogProps {
  readonly tools: DialogTools
  readonly action: Action
  /** The records it is about. */
  readonly ids: readonly string[]
  /** The record, where it is one. */
  readonly row?: Target['row'] | undefined
  /** `done` says that it was carried out. */
  onClose(done: boolean): void
}

import type { Action } from '../../model/model.ts'
import type { ListTools } from '../list/listTools.ts'
import type { ActionTarget } from './useRunAction.ts'

/** What a dialog of an action works with, in a list and in a form. */
export type ActionDialogTools = Pick<ListTools, 'model' | 'register' | 'can' | 'say' | 'evaluate' | 'undoStack'>

/** What a dialog of an action is told. */
export interface ActionDialogProps {
  readonly tools: ActionDialogTools
  readonly action: Action
  /** The records it is about. */
  readonly ids: readonly string[]
  /** The record, where it is one. */
  readonly row?: ActionTarget['row'] | undefined
  /** `done` says that it was carried out. */
  onClose(done: boolean): void
}

import type { Translate } from '../../model/formatMessage.ts'
import type { Action, Model, Register } from '../../model/model.ts'
import type { RecordsFilter } from '../offline/saveRecords.ts'
import type { EvaluateWithScope, PermissionCheck } from './actions.ts'
import type { ActionTarget } from './perform/performAction.ts'
import type { UndoStack } from './undoStack.ts'

/** The context of an action's dialog, in a list and in a form. */
export interface ActionDialogTools {
  readonly model: Model
  readonly register: Register
  readonly can: PermissionCheck
  readonly evaluate: EvaluateWithScope
  readonly undoStack: UndoStack
  /** All the records that the list around finds, where there is one. */
  readonly listed?: ListedRecords | undefined
  readonly say: Translate
}

/** The records of a list beyond the page shown. */
export interface ListedRecords {
  readonly filter: RecordsFilter
  /** Whether the user narrowed them by a search or a filter. */
  readonly narrowed: boolean
}

/** The properties of an action's dialog. */
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

import type { Action, Model, Register } from '../../model/model.ts'
import type { EvaluateWithScope, PermissionCheck } from '../actions/actions.ts'
import type { UndoStack } from '../actions/undoStack.ts'
import type { ActionTarget, RunAction } from '../actions/useRunAction.ts'
import type { SaveCell } from './save/useSaveCell.ts'
import type { SaveMany } from './save/useSaveMany.ts'

/** What every part of one list shares. */
export interface ListTools {
  readonly model: Model
  readonly register: Register
  readonly can: PermissionCheck
  readonly rowActions: readonly Action[]
  readonly save: SaveCell
  readonly saveMany: SaveMany
  readonly undoStack: UndoStack
  readonly evaluate: EvaluateWithScope
  run(action: Action, target: ActionTarget): ReturnType<RunAction>
  say(code: string, params?: Readonly<Record<string, string | number>>): string
}

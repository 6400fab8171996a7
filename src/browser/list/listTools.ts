import type { Action } from '../../model/model.ts'
import type { ActionDialogTools } from '../actions/actionDialog.ts'
import type { ActionTarget } from '../actions/perform/performAction.ts'
import type { RunAction } from '../actions/useRunAction.ts'
import type { SaveMany } from './save/saveMany.ts'
import type { SaveCell } from './save/useSaveCell.ts'

/** The tools that all of one list shares. */
export interface ListTools extends ActionDialogTools {
  readonly rowActions: readonly Action[]
  readonly save: SaveCell
  readonly saveMany: SaveMany
  run(action: Action, target: ActionTarget): ReturnType<RunAction>
}

import type { Action, Model, Register } from '../../model/model.ts'
import type { Evaluate, May } from './actions.ts'
import type { Undoing } from './undoing.ts'
import type { RunAction, Target } from './useRunAction.ts'
import type { SaveCell } from './useSaveCell.ts'
import type { SaveMany } from './useSaveMany.ts'

/** What every part of one list shares. */
export interface ListTools {
  readonly model: Model
  readonly register: Register
  readonly may: May
  readonly rowActions: readonly Action[]
  readonly save: SaveCell
  readonly saveMany: SaveMany
  readonly undoing: Undoing
  readonly evaluate: Evaluate
  run(action: Action, target: Target): ReturnType<RunAction>
  say(code: string, params?: Readonly<Record<string, string | number>>): string
}

import { createContext, useContext } from 'react'
import type { Action, Model, Register } from '../../model/model.ts'
import type { Evaluate, May } from './actions.ts'
import type { RunAction, Target } from './useRunAction.ts'
import type { SaveCell } from './useSaveCell.ts'
import type { SaveMany } from './useSaveMany.ts'
import type { Undoing } from './useUndoing.ts'

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

const Context = createContext<ListTools | undefined>(undefined)

export const ListToolsProvider = Context.Provider

export function useListTools(): ListTools {
  const tools = useContext(Context)
  if (!tools) throw new Error('a part of the list stands outside of it')
  return tools
}

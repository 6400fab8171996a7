import { useCallback } from 'react'
import type { Action, Expression, Register } from '../../model/model.ts'
import { useModel, useTranslate } from '../data/session.tsx'
import { useExpressions } from '../data/useExpressions.ts'
import { useNavigate } from '../router/router.tsx'
import { useDialogs } from '../ui/dialogs.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import type { ActionTarget } from './perform/performAction.ts'
import type { UndoStack } from './undoStack.ts'

/** The body of an action is no part of the looks: its engine is fetched when it runs. */
const sent: readonly Expression[] = []

export type RunAction = (action: Action, target: ActionTarget) => Promise<boolean>

/** Runs actions of the definition: asks first where it says so, does it, says how it went. True when it was done. */
export function useRunAction(register: Register, undoStack?: UndoStack): RunAction {
  const say = useTranslate()
  const { confirm, busy } = useDialogs()
  const navigate = useNavigate()
  const evaluate = useExpressions(register.name, sent)
  const { messages } = useModel()

  return useCallback<RunAction>(
    async (action, target) => {
      // The code that performs actions is no part of the first list.
      const { performAction } = await loadWithRetry(() => import('./perform/performAction.ts'))
      return performAction(action, target, { register, messages, say, confirm, busy, navigate, evaluate, undoStack })
    },
    [register, messages, say, confirm, busy, navigate, evaluate, undoStack],
  )
}

import type { ReactNode } from 'react'
import type { Register } from '../../model/model.ts'
import { useActionDialog } from '../actions/useActionDialog.tsx'
import { type RunAction, useRunAction } from '../actions/useRunAction.ts'
import { useUndoStack } from '../actions/useUndoStack.ts'
import { useMay, useModel, useTranslate } from '../data/session.tsx'
import { useFormExpressions } from './useFormExpressions.ts'

/** Runs the actions of the record that a form holds; the dialog of one under way is to be drawn beside the form. */
export function useFormActions(register: Register): readonly [RunAction, ReactNode] {
  const model = useModel()
  const may = useMay()
  const say = useTranslate()
  const expressions = useFormExpressions()
  const undoStack = useUndoStack()
  const [run, draw] = useActionDialog(useRunAction(register, undoStack))
  const dialog = draw({
    model,
    register,
    can: may,
    say,
    undoStack,
    evaluate: (expression, scope) => expressions.evaluate(register, expression, scope),
  })
  return [run, dialog]
}

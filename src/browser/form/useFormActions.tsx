import type { ReactNode } from 'react'
import type { Register } from '../../model/model.ts'
import { useMay, useModel, useSay } from '../data/session.tsx'
import { useActionDialog } from '../list/useActionDialog.tsx'
import { type RunAction, useRunAction } from '../list/useRunAction.ts'
import { useUndoing } from '../list/useUndoing.ts'
import { useAround } from './around.ts'

/** Runs the actions of the record that a form holds; the dialog of one under way is to be drawn beside the form. */
export function useFormActions(register: Register): readonly [RunAction, ReactNode] {
  const model = useModel()
  const may = useMay()
  const say = useSay()
  const around = useAround()
  const undoing = useUndoing()
  const [run, draw] = useActionDialog(useRunAction(register, undoing))
  const dialog = draw({
    model,
    register,
    may,
    say,
    undoing,
    evaluate: (expression, scope) => around.evaluate(register, expression, scope),
  })
  return [run, dialog]
}

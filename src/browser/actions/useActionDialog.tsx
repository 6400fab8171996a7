import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Action } from '../../model/model.ts'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'
import type { ActionDialogTools } from './actionDialog.ts'
import { actionDialogName } from './actionDialogNames.ts'
import type { ActionTarget } from './perform/performAction.ts'
import type { RunAction } from './useRunAction.ts'

interface Shown {
  readonly action: Action
  readonly target: ActionTarget
  done(done: boolean): void
}

/** Runs actions, those with a dialog too: the answer comes when the dialog closes. The dialog is to be drawn in the page. */
export function useActionDialog(run: RunAction): readonly [RunAction, (tools: ActionDialogTools) => ReactNode] {
  const [shown, setShown] = useState<Shown>()
  const runWith: RunAction = useCallback<RunAction>(
    (action, target) => {
      if (actionDialogName(action) === undefined) return run(action, { ...target, instead: other => runWith(other, target) })
      return new Promise(resolve => setShown({ action, target, done: resolve }))
    },
    [run],
  )
  const close = (done: boolean): void => {
    setShown(undefined)
    shown?.done(done)
  }
  const name = shown && actionDialogName(shown.action)
  // Where the dialogs are is no part of a list's code either.
  const load = useMemo(
    () =>
      name === undefined
        ? undefined
        : name === 'delegated'
          ? () => loadWithRetry(() => import('./delegated/DelegatedDialog.tsx'))
          : async () => (await loadWithRetry(() => import('./actionDialogs.ts'))).loadActionDialog(name),
    [name],
  )
  const Dialog = useLazyComponent(load, shown !== undefined, () => close(false))
  const draw = (tools: ActionDialogTools): ReactNode => {
    if (!shown || !Dialog) return null
    const { action, target } = shown
    return <Dialog tools={tools} action={action} ids={target.ids} row={target.row} onClose={close} />
  }
  return [runWith, draw]
}

import { type ReactNode, Suspense, useCallback, useState } from 'react'
import type { Action } from '../../model/model.ts'
import type { DialogTools } from './actionDialog.ts'
import { dialogOf } from './dialogNames.ts'
import { actionDialogs } from './dialogs.ts'
import type { RunAction, Target } from './useRunAction.ts'

interface Shown {
  readonly action: Action
  readonly target: Target
  done(done: boolean): void
}

/** Runs actions, those with a dialog too: the answer comes when the dialog closes. The dialog is to be drawn in the page. */
export function useActionDialog(run: RunAction): readonly [RunAction, (tools: DialogTools) => ReactNode] {
  const [shown, setShown] = useState<Shown>()
  const runWith = useCallback<RunAction>(
    (action, target) => {
      if (dialogOf(action) === undefined) return run(action, target)
      return new Promise(resolve => setShown({ action, target, done: resolve }))
    },
    [run],
  )
  const draw = (tools: DialogTools): ReactNode => {
    const Dialog = shown && actionDialogs[dialogOf(shown.action) ?? '']
    if (!shown || !Dialog) return null
    const { action, target } = shown
    const close = (done: boolean): void => {
      setShown(undefined)
      shown.done(done)
    }
    return (
      <Suspense fallback={null}>
        <Dialog tools={tools} action={action} ids={target.ids} row={target.row} onClose={close} />
      </Suspense>
    )
  }
  return [runWith, draw]
}

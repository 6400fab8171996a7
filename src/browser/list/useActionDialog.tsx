import { type ReactNode, Suspense, useCallback, useState } from 'react'
import type { ListTools } from './context.ts'
import { actionDialogs } from './dialogs.ts'
import type { RunAction } from './useRunAction.ts'

interface Shown {
  readonly name: string
  readonly ids: readonly string[]
  done(done: boolean): void
}

/** Runs actions, those with a dialog too: the answer comes when the dialog closes. `dialog` is to be drawn in the page. */
export function useActionDialog(run: RunAction): readonly [RunAction, (tools: ListTools) => ReactNode] {
  const [shown, setShown] = useState<Shown>()
  const runWith = useCallback<RunAction>(
    (action, target) => {
      const { does } = action
      if (!('dialog' in does)) return run(action, target)
      return new Promise(resolve => setShown({ name: does.dialog, ids: target.ids, done: resolve }))
    },
    [run],
  )
  const draw = (tools: ListTools): ReactNode => {
    const Dialog = shown && actionDialogs[shown.name]
    if (!shown || !Dialog) return null
    const close = (done: boolean): void => {
      setShown(undefined)
      shown.done(done)
    }
    return (
      <Suspense fallback={null}>
        <Dialog tools={tools} ids={shown.ids} onClose={close} />
      </Suspense>
    )
  }
  return [runWith, draw]
}

import { useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import type { StatefulAction } from '../../../model/screen.ts'
import { dismissText } from '../../actions/dismissText.ts'
import { useTranslate } from '../../data/session.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import type { ButtonState } from './StateButton.tsx'

/** The state of a button that makes a call, and what a click does in it. */
export interface StateAction {
  readonly state: ButtonState
  press(): Promise<void>
}

/** Asks first where the definition says so, makes the call, and tells a failure in a dialog that tries again. */
export function useStateAction(action: StatefulAction, run: () => Promise<unknown>, done: () => void): StateAction {
  const say = useTranslate()
  const { confirm, open } = useDialogs()
  const [state, setState] = useState<ButtonState>('idle')
  const [failure, setFailure] = useState('')

  const send = async (): Promise<void> => {
    setState('running')
    try {
      await run()
      setState('done')
      done()
    } catch (error) {
      const reason = error instanceof Error && error.message !== '' ? error.message : say('something-wrong')
      setFailure(reason)
      setState('failed')
      await tell(reason)
    }
  }

  const tell = async (reason: string): Promise<void> => {
    const again = await open<boolean>(close => (
      <Dialog
        open
        role="alertdialog"
        title={say(action.failure)}
        closeLabel={say('close')}
        onClose={() => close(false)}
        footer={
          <>
            <Button onClick={() => close(false)}>{say('close')}</Button>
            <Button look="solid" onClick={() => close(true)} data-autofocus>
              {action.retry}
            </Button>
          </>
        }
      >
        {reason}
      </Dialog>
    ))
    if (again) await send()
  }

  const press = async (): Promise<void> => {
    if (state === 'failed') return tell(failure)
    if (state !== 'idle') return
    const { title, states } = action
    const question = action.confirm && {
      ...{ title, message: say(action.confirm), confirm: states.idle, cancel: dismissText(say, states.idle) },
    }
    if (!question || (await confirm(question))) await send()
  }
  return { state, press }
}

import { type FormEvent, useState } from 'react'
import { Button } from '../../controls/Button.tsx'
import { describedBy, FormField } from '../../controls/fields/FormField.tsx'
import { TextInput } from '../../controls/fields/TextInput.tsx'
import { Dialog } from '../../controls/overlays/Dialog.tsx'
import type { Translate } from '../../model/formatMessage.ts'
import { CallError, call } from '../data/api.ts'
import { dialogs } from '../ui/dialogs.tsx'

/** Asks for the password once more; true once it was right, false when the person turns back. */
export const askIdentity = async (say: Translate): Promise<boolean> =>
  (await dialogs.open<boolean>(close => <IdentityDialog say={say} close={close} />)) === true

interface Props {
  readonly say: Translate
  close(proved: boolean): void
}

function IdentityDialog({ say, close }: Props) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (password === '') return setProblem(say('login.required'))
    setBusy(true)
    try {
      await call('POST', 'users/confirmarIdentidade', { body: { password }, isRead: true })
      close(true)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={say('identity.title')}
      closeLabel={say('close')}
      onClose={() => close(false)}
      footer={
        <>
          <Button onClick={() => close(false)}>{say('back')}</Button>
          <Button look="solid" type="submit" form="identidade" busy={busy}>
            {say('identity.confirm')}
          </Button>
        </>
      }
    >
      <form id="identidade" noValidate onSubmit={event => void send(event)}>
        <p style={{ marginBottom: '0.75rem' }}>{say('identity.why')}</p>
        <FormField id="identidade-senha" label={say('login.password')} error={problem} required>
          <TextInput
            id="identidade-senha"
            type="password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={event => setPassword(event.target.value)}
            invalid={problem !== undefined}
            aria-describedby={describedBy('identidade-senha', { error: problem })}
          />
        </FormField>
      </form>
    </Dialog>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { LoginChallenge, SecondStepMethod } from '../../../api/secondFactor.ts'
import type { LoginReply } from '../../../api/session.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Checkbox } from '../../../controls/fields/Checkbox.tsx'
import { describedBy, FieldNotes, FormField } from '../../../controls/fields/FormField.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { CallError } from '../../data/api.ts'
import { askPasskey } from '../../ui/passkeys.ts'
import { loginCall, loginFailure } from './loginCalls.ts'
import { say } from './loginWords.ts'

interface Props {
  readonly challenge: LoginChallenge
  onEntered(reply: LoginReply): void
  /** Back to e-mail and password, with what there is to say. */
  onBack(why?: string): void
}

const explained = { totp: 'login.step-totp', passkey: 'login.step-passkey', recovery: 'login.step-recovery' } as const
const chosenBy = { totp: 'login.use-totp', passkey: 'login.use-passkey', recovery: 'login.use-recovery' } as const

/** After the right password: the code of the app, a recovery code or a passkey. */
export function SecondStep({ challenge, onEntered, onBack }: Props) {
  const [method, setMethod] = useState<SecondStepMethod>(challenge.methods[0] ?? 'recovery')
  const [remember, setRemember] = useState(false)
  const { busy, problem, setProblem, submit } = useSecondStep({ challenge, onEntered, onBack }, method, remember)
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way and a refusal begin at the box anew
  useEffect(() => {
    if (!busy) form.current?.querySelector<HTMLElement>('input[name=code], button[type=submit]')?.focus()
  }, [method, busy])
  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={busy || undefined}>
      <chakra.fieldset disabled={busy} display="flex" flexDirection="column" gap="4" border="none" p="0" minWidth="0">
        <chakra.p color="fg.muted">{say(explained[method])}</chakra.p>
        {method === 'passkey' ? (
          problem ? (
            <Banner tone="danger">{problem}</Banner>
          ) : null
        ) : (
          <CodeField key={method} method={method} problem={problem} />
        )}
        <div>
          <Checkbox
            label={say('login.remember-device')}
            checked={remember}
            onChange={setRemember}
            aria-describedby={describedBy('remember', { help: true })}
          />
          <FieldNotes id="remember" help={say('login.remember-note')} />
        </div>
        <Button
          type="submit"
          look="solid"
          busy={busy}
          width="100%"
          icon={method === 'passkey' ? <Fingerprint aria-hidden /> : undefined}
        >
          {say(method === 'passkey' ? 'login.use-passkey' : 'login.confirm')}
        </Button>
        <chakra.div display="flex" flexDirection="column" gap="1" alignItems="center">
          {challenge.methods
            .filter(other => other !== method)
            .map(other => (
              <Button
                key={other}
                look="ghost"
                onClick={() => {
                  setProblem(undefined)
                  setMethod(other)
                }}
              >
                {say(chosenBy[other])}
              </Button>
            ))}
          <Button look="ghost" onClick={() => onBack()}>
            {say('login.back')}
          </Button>
        </chakra.div>
      </chakra.fieldset>
    </form>
  )
}

function CodeField({ method, problem }: { readonly method: 'totp' | 'recovery'; readonly problem: string | undefined }) {
  const typed = method === 'totp' ? ({ inputMode: 'numeric', autoComplete: 'one-time-code' } as const) : {}
  return (
    <FormField id="code" label={say(method === 'totp' ? 'login.code' : 'login.recovery-code')} error={problem}>
      <TextInput
        id="code"
        name="code"
        autoFocus
        aria-required
        spellCheck={false}
        invalid={Boolean(problem)}
        aria-describedby={describedBy('code', { error: problem })}
        {...typed}
      />
    </FormField>
  )
}

function useSecondStep({ challenge, onEntered, onBack }: Props, method: SecondStepMethod, remember: boolean) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const answer = async (code: string): Promise<LoginReply> => {
    const body = { challenge: challenge.id, remember }
    if (method !== 'passkey') return loginCall('users/login/codigo', { ...body, code })
    if (!challenge.passkey) throw new Error('no passkey was asked for')
    return loginCall('users/login/passkey', { ...body, response: await askPasskey(challenge.passkey) })
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (method !== 'passkey' && !code) return setProblem(say('login.required'))
    setProblem(undefined)
    setBusy(true)
    try {
      onEntered(await answer(code))
    } catch (error) {
      if (error instanceof CallError && error.code === 'second-factor.expired') return onBack(error.message)
      setProblem(loginFailure(error, say('login.passkey-failed')))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, setProblem, submit }
}

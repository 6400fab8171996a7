import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useId, useState } from 'react'
import type { EmailState } from '../../api/email.ts'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { describedBy, FormField } from '../../controls/fields/FormField.tsx'
import { TextInput } from '../../controls/fields/TextInput.tsx'
import { showToast } from '../../controls/overlays/toasts.ts'
import { Skeleton } from '../../controls/Skeleton.tsx'
import type { Screen } from '../../model/model.ts'
import { CallError, call } from '../data/api.ts'
import { useSession, useTranslate } from '../data/session.tsx'
import { useLocation, useNavigate } from '../router/router.tsx'
import { ScreenHead } from './ScreenHead.tsx'
import { EmailChangeStatus } from './security/EmailChangeStatus.tsx'
import { emailCall, useCancelEmailChange, useEmailState } from './security/emailCalls.ts'

/**
 * Where the links of letters lead: somebody shows that an e-mail is theirs, that of the sign-up or both of a change. By a press of a button, so
 * that no program does it, or by the six digits of the letter, where that is read on another device.
 */
export default function EmailProofScreen({ screen }: { readonly screen: Screen }) {
  const { data, error } = useEmailState()
  const say = useTranslate()
  return (
    <chakra.div width="100%" maxWidth="34rem" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      <chakra.div
        display="flex"
        flexDirection="column"
        alignItems="stretch"
        gap="4"
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border"
        borderRadius="lg"
        p={{ base: '4', md: '6' }}
      >
        {data ? (
          <Proof state={data} />
        ) : error ? (
          <Banner tone="danger" title={say('load-failed')}>
            {error.message}
          </Banner>
        ) : (
          <div aria-busy>
            <Skeleton height="8rem" />
          </div>
        )}
      </chakra.div>
    </chakra.div>
  )
}

/** Asks for the proof, and shows what came of it. */
function Proof({ state }: { readonly state: EmailState }) {
  const say = useTranslate()
  const navigate = useNavigate()
  const { sendsMail = true } = useSession()
  const [changedTo, setChangedTo] = useState<string>()
  const { email, confirmado, troca } = state
  if (confirmado && !troca)
    return (
      <>
        <Banner tone="positive">
          {changedTo === undefined ? say('email-proof.done') : say('email-change.done', { email: changedTo })}
        </Banner>
        <div>
          <Button look="solid" onClick={() => void navigate('/')}>
            {say('email-proof.go-on')}
          </Button>
        </div>
      </>
    )
  return (
    <>
      {troca ? (
        <EmailChangeStatus old={email} change={troca} />
      ) : (
        <chakra.div overflowWrap="anywhere">
          <p>{say('email-proof.ask', { email })}</p>
          <chakra.p color="fg.muted">{say(sendsMail ? 'email-proof.waiting' : 'email-proof.waiting-file', { email })}</chakra.p>
        </chakra.div>
      )}
      <Ways state={state} changed={setChangedTo} />
    </>
  )
}

interface WaysProps {
  readonly state: EmailState
  /** The account has another e-mail now. */
  changed(email: string): void
}

/** The link's button, or the code; the letters once more; and out of a change. */
function Ways({ state, changed }: WaysProps) {
  const say = useTranslate()
  const { reload } = useSession()
  const { mutate } = useEmailState()
  const { search } = useLocation()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const token = new URLSearchParams(search).get('t') ?? ''
  const act = async (run: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await run()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  const show = async (proof: object): Promise<void> => {
    const next = await emailCall('users/confirmarEmail', proof)
    if (next.email !== state.email) changed(next.email)
    await mutate(next, { revalidate: false })
    // The frame tells name and notice of the session.
    await reload()
  }
  const resend = async (): Promise<void> => {
    const { data } = await call<{ readonly email: string }>('POST', 'users/reenviarEmail', { body: {} })
    showToast({ tone: 'positive', text: say('email-proof.sent', { email: data.email }) })
  }
  const cancel = useCancelEmailChange()
  return (
    <>
      {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
      {token === '' ? null : (
        <div>
          <Button look="solid" busy={busy} onClick={() => void act(() => show({ token }))}>
            {say('email-proof.button')}
          </Button>
        </div>
      )}
      <CodeForm main={token === ''} busy={busy} give={codigo => void act(() => show({ codigo }))} />
      <chakra.div display="flex" gap="2" flexWrap="wrap">
        <Button busy={busy} onClick={() => void act(resend)}>
          {say('email-proof.resend')}
        </Button>
        {state.troca ? (
          <Button busy={busy} onClick={() => void act(cancel)}>
            {say('email-change.cancel')}
          </Button>
        ) : null}
      </chakra.div>
    </>
  )
}

interface CodeFormProps {
  /** Whether it is the first way that is offered. */
  readonly main: boolean
  readonly busy: boolean
  give(code: string): void
}

function CodeForm({ main, busy, give }: CodeFormProps) {
  const say = useTranslate()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('codigo') ?? '').replace(/\D/g, '')
    setProblem(code === '' ? say('required') : undefined)
    if (code !== '') give(code)
  }
  const help = say('email-proof.code-about')
  return (
    <chakra.form noValidate onSubmit={submit} display="flex" flexDirection="column" gap="2">
      <FormField id={id} label={say('email-proof.code')} help={help} error={problem}>
        <TextInput
          id={id}
          name="codigo"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          invalid={problem !== undefined}
          aria-describedby={describedBy(id, { help, error: problem })}
        />
      </FormField>
      <div>
        <Button type="submit" look={main ? 'solid' : 'outline'} busy={busy}>
          {say('email-proof.enter-code')}
        </Button>
      </div>
    </chakra.form>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { Eye, EyeOff, Fingerprint } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { LoginChallenge } from '../../../api/secondFactor.ts'
import type { LoginReply } from '../../../api/session.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button, IconButton } from '../../../controls/Button.tsx'
import { describedBy, FormField } from '../../../controls/fields/FormField.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { CallError } from '../../data/api.ts'
import { saveToken, token } from '../../data/identity.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import { useLocation, useNavigate } from '../../router/router.tsx'
import { hasPasskeySupport } from '../../ui/passkeys.ts'
import { challengeOf, loginByPasskey, loginCall, loginFailure } from './loginCalls.ts'
import type { LoginState } from './loginState.ts'
import { say } from './loginWords.ts'
import { PublicLayout } from './PublicLayout.tsx'
import { SecondStep } from './SecondStep.tsx'

const TextLink = chakra(RouterLink, {
  base: { color: 'accent.fg', fontWeight: 'medium', borderRadius: 'sm', _hover: { textDecoration: 'underline' } },
})

interface Problems {
  readonly email?: string
  readonly password?: string
  readonly form?: string
}

/** /login: e-mail, password, Entrar; then the second step of who has one. A passkey alone signs in. */
export default function LoginPage() {
  const { state } = useLocation()
  const { from, expired } = (state ?? {}) as LoginState
  const navigate = useNavigate()
  const enter = useCallback(() => {
    navigate(from && !from.startsWith('/login') ? from : '/', { replace: true })
  }, [navigate, from])
  useEffect(() => {
    document.title = `${say('login.enter')} · Retaguarda`
    // A token that exists on arrival is a session that goes on.
    if (token() !== undefined) enter()
  }, [enter])
  const [challenge, setChallenge] = useState<LoginChallenge>()
  const [why, setWhy] = useState<string>()
  const entered = (reply: LoginReply): void => {
    saveToken(reply.id)
    enter()
  }
  const back = (reason?: string): void => {
    setWhy(reason)
    setChallenge(undefined)
  }
  if (challenge)
    return (
      <PublicLayout title={say('login.step-title')}>
        <SecondStep challenge={challenge} onEntered={entered} onBack={back} />
      </PublicLayout>
    )
  return (
    <PublicLayout title={say('login.title')} head={expired ? <Banner tone="info">{expired}</Banner> : null}>
      <LoginForm why={why} onEntered={entered} onChallenge={setChallenge} />
    </PublicLayout>
  )
}

interface FormProps {
  /** Why somebody is back here. */
  readonly why: string | undefined
  onEntered(reply: LoginReply): void
  onChallenge(challenge: LoginChallenge): void
}

function LoginForm(props: FormProps) {
  const { busy, problems, submit, byPasskey } = useLogin(props)
  const [visible, setVisible] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The first box with a problem gets the focus; a refused login starts again at the password.
  useEffect(() => {
    const name = problems.email ? 'email' : problems.password || problems.form ? 'password' : undefined
    if (name && !busy) form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }, [problems, busy])
  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={busy || undefined}>
      <chakra.fieldset disabled={busy} display="flex" flexDirection="column" gap="4" border="none" p="0" minWidth="0">
        {problems.form ? <Banner tone="danger">{problems.form}</Banner> : null}
        <FormField id="email" label={say('login.email')} error={problems.email}>
          <TextInput
            id="email"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoFocus
            aria-required
            invalid={Boolean(problems.email)}
            aria-describedby={describedBy('email', { error: problems.email })}
          />
        </FormField>
        <FormField id="password" label={say('login.password')} error={problems.password}>
          <TextInput
            id="password"
            name="password"
            type={visible ? 'text' : 'password'}
            autoComplete="current-password"
            aria-required
            invalid={Boolean(problems.password)}
            aria-describedby={describedBy('password', { error: problems.password })}
            after={
              <IconButton
                size="sm"
                label={say(visible ? 'login.hide-password' : 'login.show-password')}
                aria-pressed={visible}
                onClick={() => setVisible(!visible)}
                marginInlineEnd="-1.5"
              >
                {visible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
              </IconButton>
            }
          />
        </FormField>
        <Button type="submit" look="solid" busy={busy} width="100%" mt="1">
          {say('login.enter')}
        </Button>
        {hasPasskeySupport() ? (
          <Button width="100%" icon={<Fingerprint aria-hidden />} onClick={() => void byPasskey()}>
            {say('login.passkey')}
          </Button>
        ) : null}
        <chakra.p textAlign="center" display="flex" flexWrap="wrap" justifyContent="center" columnGap="5" rowGap="2">
          <TextLink to="/recuperarSenha">{say('login.forgot')}</TextLink>
          <TextLink to="/cadastro?login_on_success=true">{say('login.new-store')}</TextLink>
          <RouterLink to="/cadastro" hidden>
            {say('login.sign-up')}
          </RouterLink>
        </chakra.p>
      </chakra.fieldset>
    </form>
  )
}

function useLogin({ why, onEntered, onChallenge }: FormProps) {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>(why ? { form: why } : {})
  const enter = async (login: () => Promise<LoginReply>, told: (error: unknown) => string): Promise<void> => {
    setProblems({})
    setBusy(true)
    try {
      onEntered(await login())
    } catch (error) {
      const challenge = challengeOf(error)
      if (challenge) onChallenge(challenge)
      else setProblems({ form: told(error) })
    } finally {
      setBusy(false)
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const email = String(values.get('email') ?? '').trim()
    const password = String(values.get('password') ?? '')
    const required = say('login.required')
    if (!email || !password)
      return setProblems({ ...(email ? {} : { email: required }), ...(password ? {} : { password: required }) })
    await enter(
      () => loginCall('users/login', { email, password }),
      error => {
        const wrong = error instanceof CallError && error.status === 401
        return wrong ? say('login-failed') : error instanceof Error ? error.message : String(error)
      },
    )
  }
  const byPasskey = () => enter(loginByPasskey, error => loginFailure(error, say('login.passkey-failed')))
  return { busy, problems, submit, byPasskey }
}

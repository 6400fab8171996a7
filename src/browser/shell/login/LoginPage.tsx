import { chakra } from '@chakra-ui/react/styled-system'
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import session from '../../../../schemas/messages/session.json'
import type { LoginReply } from '../../../api/session.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button, IconButton } from '../../../controls/Button.tsx'
import { describedBy, FormField } from '../../../controls/fields/FormField.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { formatMessage as sayIn } from '../../../model/formatMessage.ts'
import { CallError, call } from '../../data/api.ts'
import { saveToken, token } from '../../data/identity.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import { useLocation, useNavigate } from '../../router/router.tsx'
import type { LoginState } from './loginState.ts'
import { PublicLayout } from './PublicLayout.tsx'

// Before the login there is no Model: the page carries its own words.
const say = (code: keyof typeof session.messages) => sayIn(session as Parameters<typeof sayIn>[0], code)

const TextLink = chakra(RouterLink, {
  base: { color: 'accent.fg', fontWeight: 'medium', borderRadius: 'sm', _hover: { textDecoration: 'underline' } },
})

interface Problems {
  readonly email?: string
  readonly password?: string
  readonly form?: string
}

/** /login: e-mail, password, Entrar. */
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
  return (
    <PublicLayout title={say('login.title')} head={expired ? <Banner tone="info">{say('login.expired')}</Banner> : null}>
      <LoginForm onEntered={enter} />
    </PublicLayout>
  )
}

function LoginForm({ onEntered }: { onEntered(): void }) {
  const { busy, problems, submit } = useLogin(onEntered)
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
        <chakra.p textAlign="center">
          <TextLink to="/recuperarSenha">{say('login.forgot')}</TextLink>
          <RouterLink to="/cadastro" hidden>
            {say('login.sign-up')}
          </RouterLink>
        </chakra.p>
      </chakra.fieldset>
    </form>
  )
}

function useLogin(onEntered: () => void) {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const email = String(values.get('email') ?? '').trim()
    const password = String(values.get('password') ?? '')
    const required = say('login.required')
    if (!email || !password)
      return setProblems({ ...(email ? {} : { email: required }), ...(password ? {} : { password: required }) })
    setProblems({})
    setBusy(true)
    try {
      const { data } = await call<LoginReply>('POST', 'users/login', { body: { email, password }, keepSession: true })
      saveToken(data.id)
      onEntered()
    } catch (error) {
      const wrong = error instanceof CallError && error.status === 401
      setProblems({ form: wrong ? say('login-failed') : error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
    }
  }
  return { busy, problems, submit }
}

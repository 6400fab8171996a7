import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import type { Screen } from '../../model/model.ts'
import { CallError, call } from '../data/api.ts'
import { useSession, useTranslate } from '../data/session.tsx'
import { useLocation, useNavigate } from '../router/router.tsx'
import { ScreenHead } from './ScreenHead.tsx'

/** Where the link of a letter leads: who signed up shows that the e-mail is theirs. A press of a button, so that no program does it. */
export default function EmailProofScreen({ screen }: { readonly screen: Screen }) {
  const say = useTranslate()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { user, emailProved = true, reload } = useSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const token = new URLSearchParams(search).get('t') ?? ''
  const prove = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await call('POST', 'users/confirmarEmail', { body: { token } })
      await reload()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <chakra.div width="100%" maxWidth="34rem" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      <chakra.div
        display="flex"
        flexDirection="column"
        alignItems="flex-start"
        gap="4"
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border"
        borderRadius="lg"
        p={{ base: '4', md: '6' }}
      >
        {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
        {emailProved ? (
          <>
            <Banner tone="positive">{say('email-proof.done')}</Banner>
            <Button look="solid" onClick={() => void navigate('/')}>
              {say('email-proof.go-on')}
            </Button>
          </>
        ) : (
          <>
            <chakra.p overflowWrap="anywhere">{say('email-proof.ask', { email: user.email })}</chakra.p>
            <Button look="solid" busy={busy} disabled={token === ''} onClick={() => void prove()}>
              {say('email-proof.button')}
            </Button>
          </>
        )}
      </chakra.div>
    </chakra.div>
  )
}

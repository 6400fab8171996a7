import { chakra } from '@chakra-ui/react/styled-system'
import { MailWarning } from 'lucide-react'
import { Button } from '../../controls/Button.tsx'
import { useSession, useTranslate } from '../data/session.tsx'
import { useLocation, useNavigate } from '../router/router.tsx'

/** Where the code of the letter is typed, and where it is sent again. */
const PAGE = '/confirmarEmail'

/** Says in one line over every page that the e-mail of the sign-up is not proved yet, and leads to where that is done. */
export default function EmailProofNotice() {
  const say = useTranslate()
  const { user, sendsMail = true } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  if (pathname === PAGE) return null
  return (
    <chakra.div px={{ base: '2', md: '4' }} pt="2" flexShrink={0}>
      <chakra.div
        role="status"
        colorPalette="warning"
        display="flex"
        alignItems="center"
        gap="2"
        px="2"
        py="1"
        minHeight="2.5rem"
        borderRadius="md"
        borderWidth="1px"
        bg="colorPalette.subtle"
        borderColor="colorPalette.muted"
      >
        <chakra.span color="colorPalette.fg" flexShrink={0}>
          <MailWarning aria-hidden size="1.125rem" />
        </chakra.span>
        <chakra.span flex="1" minWidth="0" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
          <chakra.span fontWeight="600">{say('email-proof.title')}</chakra.span>
          <chakra.span display={{ base: 'none', md: 'inline' }} color="fg.muted">
            {' '}
            {say(sendsMail ? 'email-proof.waiting' : 'email-proof.waiting-file', { email: user.email })}
          </chakra.span>
        </chakra.span>
        <Button size="sm" onClick={() => void navigate(PAGE)}>
          {say('email-proof.button')}
        </Button>
      </chakra.div>
    </chakra.div>
  )
}

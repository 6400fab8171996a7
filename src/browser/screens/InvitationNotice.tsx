import { chakra } from '@chakra-ui/react/styled-system'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { useModel, useTranslate } from '../data/session.tsx'
import { useLocation, useNavigate } from '../router/router.tsx'

/** Says over every page that stores wait for an answer, and leads to where it is given. */
export default function InvitationNotice({ count }: { readonly count: number }) {
  const say = useTranslate()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const screen = Object.values(useModel().screens).find(({ body }) => 'runtime' in body && body.runtime === 'invitations')
  if (!screen || pathname === screen.path) return null
  return (
    <chakra.div px={{ base: '2', md: '4' }} pt="2" flexShrink={0}>
      <Banner
        tone="info"
        title={say('invitation.waiting', { count })}
        actions={
          <Button size="sm" onClick={() => navigate(screen.path)}>
            {say('invitation.see')}
          </Button>
        }
      />
    </chakra.div>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { useSession, useTranslate } from '../../data/session.tsx'
import { PublicLayout } from '../../shell/login/PublicLayout.tsx'
import { AccountSecurity } from './AccountSecurity.tsx'

/** In place of every page while a store asks for a second factor that is not there yet: it is set up here, or one leaves. */
export default function SecondFactorDue() {
  const say = useTranslate()
  const { logout } = useSession()
  const title = say('second-factor.due-title')
  useEffect(() => {
    document.title = `${title} · Retaguarda`
  }, [title])
  return (
    <PublicLayout title={title} steady head={<chakra.p color="fg.muted">{say('second-factor.due-text')}</chakra.p>}>
      <AccountSecurity />
      <Button look="ghost" icon={<LogOut aria-hidden />} onClick={() => void logout()}>
        {say('logout')}
      </Button>
    </PublicLayout>
  )
}

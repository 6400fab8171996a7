import { Compass } from 'lucide-react'
import { Button } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { useTranslate } from '../data/session.tsx'
import { useNavigate } from '../router/router.tsx'

/** An address that leads nowhere, or not for this user. */
export default function NotFound() {
  const say = useTranslate()
  const navigate = useNavigate()
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <EmptyState
      page
      icon={<Compass />}
      title={say('not-found-title')}
      text={say('not-found-text')}
      action={
        <Button look="solid" onClick={() => void back()}>
          {say('back')}
        </Button>
      }
    />
  )
}

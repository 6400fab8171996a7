import { Compass, Lock } from 'lucide-react'
import useSWR from 'swr'
import type { OwnAccessReply } from '../../api/explain.ts'
import { Button } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { call } from '../data/api.ts'
import { useSession, useTranslate } from '../data/session.tsx'
import { useLocation, useNavigate } from '../router/router.tsx'
import { useSetPageTitle } from '../ui/pageTitle.ts'
import { PageSkeleton } from './FrameSkeleton.tsx'

/** An address that leads nowhere; where it is a page, which permission opens it for this user. */
export default function NotFound() {
  const say = useTranslate()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { store } = useSession()
  const { data, isLoading } = useSWR(['explicar/acesso', pathname, store?.id], () => ownAccess(pathname), {
    shouldRetryOnError: false,
  })
  const closed = data?.fechada ?? undefined
  useSetPageTitle(closed)
  if (isLoading) return <PageSkeleton />
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <EmptyState
      page
      icon={closed ? <Lock /> : <Compass />}
      title={closed ? say('forbidden-page', { title: closed }) : say('not-found-title')}
      text={data?.pedir ? say('forbidden-ask', { what: data.pedir }) : (data?.motivo ?? say('not-found-text'))}
      action={
        <Button look="solid" onClick={() => void back()}>
          {say('back')}
        </Button>
      }
    />
  )
}

const ownAccess = async (caminho: string): Promise<OwnAccessReply> =>
  (await call<OwnAccessReply>('GET', 'explicar/acesso', { query: { caminho }, keepSession: true, noRetry: true })).data

import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import type { VisitReply } from '../../../api/visit.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import type { Screen } from '../../../model/model.ts'
import { CallError, call } from '../../data/api.ts'
import { useTranslate } from '../../data/session.tsx'
import { useLocation } from '../../router/router.tsx'
import { PublicLayout } from '../../shell/login/PublicLayout.tsx'
import type { ScreenBody } from '../screenBody.ts'
import { StoreHead } from './StoreHead.tsx'

interface Props {
  readonly screen: Screen
  readonly visit: ScreenBody<'visit'>
}

interface Told {
  readonly tone: 'positive' | 'danger'
  readonly text: string
}

/** The record of a visitor, by the link of their letter, and the ways that are theirs. */
export default function VisitScreen({ screen, visit }: Props) {
  const say = useTranslate()
  const chave = new URLSearchParams(useLocation().search).get('chave') ?? ''
  const [reply, setReply] = useState<VisitReply>()
  const [told, setTold] = useState<Told>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    document.title = reply ? `${screen.title} · ${reply.loja.nome}` : screen.title
  }, [screen.title, reply])
  const run = async (method: 'GET' | 'POST', given: object, done?: string): Promise<void> => {
    setBusy(true)
    try {
      const { data } = await call<VisitReply>(
        method,
        'visitantes/registro',
        method === 'GET' ? { query: { chave } } : { body: given },
      )
      setReply(data)
      setTold(done === undefined ? undefined : { tone: 'positive', text: done })
    } catch (error) {
      const text = error instanceof CallError && error.status !== 404 ? error.message : say(visit.failure)
      setTold({ tone: 'danger', text })
      if (error instanceof CallError && error.status === 404) setReply(undefined)
    } finally {
      setBusy(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each key
  useEffect(() => void run('GET', {}), [chave])
  return (
    <PublicLayout title={screen.title} head={reply ? <StoreHead loja={reply.loja} /> : null} steady>
      {told ? (
        <chakra.div role="status">
          <Banner tone={told.tone}>{told.text}</Banner>
        </chakra.div>
      ) : null}
      {reply === undefined && told === undefined ? <Skeleton height="12rem" radius="0.5rem" /> : null}
      {reply ? <Facts facts={reply.fatos} /> : null}
      {reply?.passos.map(({ id, titulo, perigo }) => (
        <Button
          key={id}
          look={perigo ? 'outline' : 'solid'}
          width="100%"
          disabled={busy}
          onClick={() => void run('POST', { chave, passo: id }, say('visit.taken', { way: titulo }))}
        >
          {titulo}
        </Button>
      ))}
    </PublicLayout>
  )
}

const Facts = ({ facts }: { readonly facts: VisitReply['fatos'] }) => (
  <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="4" rowGap="2">
    {facts.map(({ titulo, texto }) => (
      <chakra.div key={titulo} display="contents">
        <chakra.dt color="fg.muted">{titulo}</chakra.dt>
        <chakra.dd whiteSpace="pre-line" overflowWrap="anywhere">
          {texto}
        </chakra.dd>
      </chakra.div>
    ))}
  </chakra.dl>
)

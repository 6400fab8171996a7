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
import { useDialogs } from '../../ui/dialogs.tsx'
import type { ScreenBody } from '../screenBody.ts'
import { StoreHead } from './StoreHead.tsx'
import { VisitAnswer } from './VisitAnswer.tsx'
import { VisitFacts, VisitRowList } from './VisitFacts.tsx'

interface Props {
  readonly screen: Screen
  readonly visit: ScreenBody<'visit'>
}

interface Told {
  readonly tone: 'positive' | 'warning' | 'danger'
  readonly text: string
}

/** The record of a visitor, by the link of their letter: what is told, what they fill, and the ways that are theirs. */
export default function VisitScreen({ screen, visit }: Props) {
  const { reply, told, busy, run } = useVisit(visit)
  const say = useTranslate()
  const { confirm } = useDialogs()
  // One tap must not lose what no link brings back.
  const take = async ({ id, titulo, confirma }: VisitReply['passos'][number]): Promise<void> => {
    const question = { title: titulo, message: say('visit.ask'), confirm: titulo, cancel: say('back'), danger: true }
    if (!confirma || (await confirm(question))) await run({ passo: id })
  }
  useEffect(() => {
    document.title = reply ? `${screen.title} · ${reply.loja.nome}` : screen.title
  }, [screen.title, reply])
  const answer = reply?.resposta
  return (
    <PublicLayout title={screen.title} head={reply ? <StoreHead loja={reply.loja} /> : null} steady>
      {told ? (
        <chakra.div role="status">
          <Banner tone={told.tone}>{told.text}</Banner>
        </chakra.div>
      ) : null}
      {reply === undefined && told === undefined ? (
        <div aria-busy>
          <Skeleton height="12rem" radius="0.5rem" />
        </div>
      ) : null}
      {reply ? <VisitFacts facts={reply.fatos} /> : null}
      {reply && answer ? (
        <VisitAnswer reply={reply} answer={answer} busy={busy} send={values => run({ passo: answer.passo, valores: values })} />
      ) : null}
      {reply?.linhas && !answer ? <VisitRowList rows={reply.linhas} /> : null}
      {reply?.passos
        .filter(({ id }) => id !== answer?.passo)
        .map(step => (
          <Button
            key={step.id}
            look={step.principal ? 'solid' : 'outline'}
            width="100%"
            disabled={busy}
            onClick={() => void take(step)}
          >
            {step.titulo}
          </Button>
        ))}
    </PublicLayout>
  )
}

/** Tells whether a refusal is about something that is filled on the page. */
const isNamed = ({ details }: CallError, reply: VisitReply | undefined): boolean => {
  const { campos = [], lista } = reply?.resposta ?? {}
  const filled = new Set([...campos.map(({ name }) => name), lista])
  return details.some(({ path }) => filled.has(path.split('.')[0]))
}

interface Step {
  readonly passo: string
  readonly valores?: Readonly<Record<string, unknown>>
}

/** The record of the address' key, and the way to take steps with it. */
function useVisit({ failure }: ScreenBody<'visit'>) {
  const say = useTranslate()
  const chave = new URLSearchParams(useLocation().search).get('chave') ?? ''
  const [reply, setReply] = useState<VisitReply>()
  const [told, setTold] = useState<Told>()
  const [busy, setBusy] = useState(false)
  /** Takes a step, or looks without one; gives a refusal that names fields. */
  const run = async (step?: Step): Promise<CallError | undefined> => {
    setBusy(true)
    try {
      const { data } = await (step
        ? call<VisitReply>('POST', 'visitantes/registro', { body: { chave, ...step } })
        : call<VisitReply>('GET', 'visitantes/registro', { query: { chave } }))
      const way = reply?.passos.find(({ id }) => id === step?.passo)?.titulo
      setReply(data)
      const asksAgain: Told = { tone: 'warning', text: say('visit.asked-again') }
      setTold(way === undefined ? undefined : data.resposta ? asksAgain : { tone: 'positive', text: say('visit.taken', { way }) })
      if (step) scrollTo({ top: 0 })
    } catch (error) {
      const refusal = error instanceof CallError ? error : undefined
      const isEnded = refusal?.status === 404
      if (refusal && isNamed(refusal, reply)) {
        setTold(undefined)
        return refusal
      }
      if (isEnded) setReply(undefined)
      setTold({ tone: 'danger', text: refusal && !isEnded ? refusal.message : say(failure) })
    } finally {
      setBusy(false)
    }
    return undefined
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each key
  useEffect(() => void run(), [chave])
  return { reply, told, busy, run }
}

import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'
import type { TakenWayReply, WayRequestReply } from '../../../api/record.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { call } from '../../data/api.ts'
import { clearRegisterCache } from '../../data/caches.ts'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import { useForm } from '../formContext.ts'

interface Props {
  readonly requests: readonly WayRequestReply[]
  reload(): Promise<void>
}

/** Shows what waits for the approval of others, with the buttons of whoever decides, and what became of the last request that was not approved. */
export function WaitingRequests({ requests, reload }: Props) {
  const { say } = useForm()
  const waiting = requests.filter(({ estado }) => estado === 'waiting')
  const [last] = requests
  return (
    <>
      {waiting.map(request => (
        <WaitingRequest key={request.way} request={request} reload={reload} />
      ))}
      {last?.estado === 'refused' ? (
        <Banner tone="warning" title={say('way.was-refused', { way: last.titulo, name: last.decidiu ?? '' })}>
          {last.motivo}
        </Banner>
      ) : null}
      {last?.estado === 'stale' ? <Banner tone="warning">{say('way.was-stale', { way: last.titulo })}</Banner> : null}
    </>
  )
}

function WaitingRequest({ request, reload }: { readonly request: WayRequestReply } & Pick<Props, 'reload'>) {
  const { say } = useForm()
  const { busy, decide } = useDecision(request, reload)
  const [refusing, setRefusing] = useState(false)
  const { titulo, quem, quando, ditos, aprovaram, mudou, aprova, decide: decides } = request
  return (
    <Banner
      tone="info"
      title={say('way.waits', { way: titulo, name: quem, when: dateTimeText(quando) })}
      actions={
        <>
          {aprova ? (
            <Button look="solid" size="sm" busy={busy} onClick={() => void decide('aprovar')}>
              {say('way.approve')}
            </Button>
          ) : null}
          {decides ? (
            <Button size="sm" aria-expanded={refusing} onClick={() => setRefusing(!refusing)}>
              {say('way.refuse')}
            </Button>
          ) : null}
        </>
      }
    >
      {ditos.map(({ titulo: of, texto }) => (
        <p key={of}>{`${of}: ${texto}`}</p>
      ))}
      {aprovaram.length > 0 ? <p>{say('way.approved-by', { names: aprovaram.join(', ') })}</p> : null}
      {mudou ? <p>{say('way-stale')}</p> : null}
      {refusing ? <Reason busy={busy} send={reason => void decide('recusar', reason)} /> : null}
    </Banner>
  )
}

/** The reason of a refusal: without one there is none. */
function Reason({ busy, send }: { readonly busy: boolean; send(reason: string): void }) {
  const { say } = useForm()
  const id = useId()
  const [reason, setReason] = useState('')
  return (
    <chakra.form
      display="flex"
      flexWrap="wrap"
      alignItems="end"
      gap="2"
      mt="2"
      onSubmit={event => {
        event.preventDefault()
        event.stopPropagation()
        if (reason.trim() !== '') send(reason)
      }}
    >
      <chakra.label htmlFor={id} width="full">
        {say('way.reason')}
      </chakra.label>
      <chakra.input
        id={id}
        required
        maxLength={500}
        value={reason}
        onChange={event => setReason(event.target.value)}
        flex="1"
        minWidth="12rem"
        height="control"
        px="2.5"
        color="fg"
        bg="bg"
        borderWidth="1px"
        borderRadius="md"
      />
      <Button type="submit" danger busy={busy}>
        {say('way.refuse')}
      </Button>
    </chakra.form>
  )
}

function useDecision({ way }: WayRequestReply, reload: Props['reload']) {
  const { store, register } = useForm()
  const [busy, setBusy] = useState(false)
  const decide = async (decision: 'aprovar' | 'recusar', motivo?: string): Promise<void> => {
    setBusy(true)
    try {
      const path = `${register.name}/${encodeURIComponent(String(store.draft().base.id))}/ways/${way}/${decision}`
      const { data } = await call<TakenWayReply>('POST', path, { body: motivo === undefined ? {} : { motivo } })
      showToast({ tone: 'positive', text: data.aviso })
    } catch (error) {
      showToast({ tone: 'danger', text: error instanceof Error ? error.message : String(error) })
    } finally {
      clearRegisterCache(register.name)
      // One who was late sees how it stands by now, too.
      await reload().catch(() => undefined)
      setBusy(false)
    }
  }
  return { busy, decide }
}

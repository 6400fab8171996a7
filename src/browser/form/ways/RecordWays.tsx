import { chakra } from '@chakra-ui/react/styled-system'
import { useState, useSyncExternalStore } from 'react'
import type { RecordWaysReply } from '../../../api/record.ts'
import { Button } from '../../../controls/Button.tsx'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import { useForm } from '../formContext.ts'
import { ActionButton } from '../layout/ActionButton.tsx'
import { useRecordWays } from './useRecordWays.ts'
import { WaitingRequests } from './WaitingRequests.tsx'
import { WaysPicture } from './WaysPicture.tsx'

/** Shows the ways that are open from the record's state as buttons, what waits for the approval of others, and the steps so far. */
export default function RecordWays() {
  const form = useForm()
  const { register, say } = form
  const { told, failure, reload } = useRecordWays()
  const [open, setOpen] = useState(false)
  const actions = register.views.actions.filter(({ way, place, gate }) => way && place.includes('form') && form.may(gate))
  const waits = told?.pedidos.some(({ estado }) => estado === 'waiting') === true
  return (
    <chakra.section aria-label={say('way.steps')} mb="4" display="flex" flexDirection="column" gap="2">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" minHeight="control">
        {actions.map(({ id, main }) => (
          <ActionButton key={id} id={id} main={main === true} disabled={waits} />
        ))}
        <Button look="link" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {say('way.steps')}
        </Button>
      </chakra.div>
      {failure ? <chakra.p color="fg.muted">{failure}</chakra.p> : null}
      {told ? <WaitingRequests requests={told.pedidos} reload={reload} /> : null}
      {open && told ? <Steps told={told} /> : null}
    </chakra.section>
  )
}

/** The picture of the states, how long the record was in each, and who took which step. */
function Steps({ told }: { readonly told: RecordWaysReply }) {
  const { register, say, store } = useForm()
  const base = useSyncExternalStore(store.subscribe, () => store.shown().base)
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="6" borderWidth="1px" borderRadius="md" p="4">
      {told.estados.map(({ campo, titulo, tempos }) => {
        const field = register.fields.find(({ name }) => name === campo)
        return (
          <chakra.div key={campo} display="flex" flexDirection="column" gap="2">
            <chakra.h2 textStyle="label">{titulo}</chakra.h2>
            {field ? <WaysPicture field={field} present={base[campo]} say={say} /> : null}
            <dl>
              {tempos.map(({ estado, texto }) => (
                <chakra.div key={estado} display="flex" gap="2">
                  <dt>{estado}</dt>
                  <chakra.dd color="fg.muted">{texto}</chakra.dd>
                </chakra.div>
              ))}
            </dl>
          </chakra.div>
        )
      })}
      <chakra.div flex="1" minWidth="16rem">
        <chakra.h2 textStyle="label" mb="2">
          {say('way.history')}
        </chakra.h2>
        {told.passos.length === 0 ? <chakra.p color="fg.muted">{say('way.none-yet')}</chakra.p> : null}
        <chakra.ol listStyleType="none" display="flex" flexDirection="column" gap="2">
          {told.passos.map(({ quando, quem, texto }) => (
            <li key={`${quando} ${texto}`}>
              <p>{texto}</p>
              <chakra.p textStyle="note">{`${quem}, ${dateTimeText(quando)}`}</chakra.p>
            </li>
          ))}
        </chakra.ol>
      </chakra.div>
    </chakra.div>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import useSWR from 'swr'
import type { FreeTimesReply, VisitPage } from '../../../api/visit.ts'
import { dayOf } from '../../../base/dates.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { useInputServices } from '../../../kinds/inputServices.tsx'
import { call } from '../../data/api.ts'
import { useTranslate } from '../../data/session.tsx'
import type { ScreenFormState } from '../form/useScreenForm.ts'

interface Props {
  readonly register: string
  readonly offered: NonNullable<VisitPage['livres']>
  readonly state: ScreenFormState
}

/** Times of the day that was chosen at which there is room: a tap puts one into the form. */
export function FreeTimeButtons({ register, offered: { campo, com }, state }: Props) {
  const say = useTranslate()
  const title = useId()
  const { zone } = useInputServices()
  const { values } = state
  const chosen = values[campo]
  const day = typeof chosen === 'string' && chosen !== '' ? dayOf(chosen, zone) : undefined
  const said = JSON.stringify(Object.fromEntries(com.map(name => [name, values[name] ?? null])))
  const { data, error } = useSWR<FreeTimesReply, unknown>(
    day === undefined ? null : ['visitantes', register, values.loja, day, said],
    async () => {
      const query = { loja: values.loja, dia: day, valores: said }
      return (await call<FreeTimesReply>('GET', `visitantes/${register}/livres`, { query })).data
    },
    { keepPreviousData: true },
  )
  if (day === undefined) return <Banner tone="info">{say('visit.free-ask')}</Banner>
  // The form goes without it: whoever knows a time writes it.
  if (error !== undefined || data === undefined) return null
  if (data.horarios.length === 0) return <Banner tone="warning">{say('visit.free-none')}</Banner>
  return (
    <chakra.section aria-labelledby={title} display="flex" flexDirection="column" gap="2">
      <chakra.h2 id={title} textStyle="section">
        {say('visit.free')}
      </chakra.h2>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {data.horarios.map(({ hora, momento }) => (
          <Button
            key={momento}
            size="sm"
            look={momento === chosen ? 'solid' : 'outline'}
            aria-pressed={momento === chosen}
            onClick={() => state.change(campo, momento)}
          >
            {hora}
          </Button>
        ))}
      </chakra.div>
    </chakra.section>
  )
}

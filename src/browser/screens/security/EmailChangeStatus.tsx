import { chakra } from '@chakra-ui/react/styled-system'
import type { EmailChangeState } from '../../../api/email.ts'
import { Chip } from '../../../controls/Chip.tsx'
import { useTranslate } from '../../data/session.tsx'
import { dateTimeText } from '../../ui/dateTimeText.ts'

interface Props {
  readonly old: string
  readonly change: EmailChangeState
}

/** A change of e-mail on its way: both addresses, and which of them agreed. */
export function EmailChangeStatus({ old, change }: Props) {
  const say = useTranslate()
  const addresses = [
    { email: old, agreed: change.atual },
    { email: change.email, agreed: change.novo },
  ]
  return (
    <chakra.div display="flex" flexDirection="column" gap="2">
      <chakra.p overflowWrap="anywhere">
        {say('email-change.waiting', { email: change.email, moment: dateTimeText(change.ate) })}
      </chakra.p>
      {addresses.map(({ email, agreed }) => (
        <chakra.div key={email} display="flex" gap="2" alignItems="center" flexWrap="wrap">
          <chakra.span overflowWrap="anywhere" minWidth="0">
            {email}
          </chakra.span>
          <Chip tone={agreed ? 'positive' : 'warning'}>{say(agreed ? 'email-change.agreed' : 'email-change.open')}</Chip>
        </chakra.div>
      ))}
    </chakra.div>
  )
}

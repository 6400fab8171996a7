import { chakra } from '@chakra-ui/react/styled-system'
import { formatDateTime } from '../../../base/dates.ts'
import { kindByName } from '../../../kinds/values.ts'
import { useSession, useTranslate } from '../../data/session.tsx'

interface Props {
  readonly title: string
  /** Of what it tells: the period, the filters. */
  readonly about: string
  /** The stores that the figures are of, where it is not the chosen one. */
  readonly stores?: readonly { readonly nome_fantasia: string }[]
}

/** Top of a sheet: whose it is, what it shows, of which time, and who printed it when. On the screen the page says it. */
export function PaperHead({ title, about, stores }: Props) {
  const say = useTranslate()
  const { store, user, zone } = useSession()
  const of = stores ?? (store ? [store] : [])
  const cnpj = of.length === 1 ? store?.cnpj : undefined
  const document = cnpj ? kindByName('taxId').format(cnpj, { kind: 'taxId', required: false }) : ''
  return (
    <chakra.header className="report-paper">
      <p>
        <strong>{of.map(({ nome_fantasia }) => nome_fantasia).join(', ')}</strong>
        {document ? ` · CNPJ ${document}` : ''}
      </p>
      <chakra.p textStyle="title">{title}</chakra.p>
      {about ? <p>{about}</p> : null}
      <p>{say('report.printed', { moment: formatDateTime(new Date().toISOString(), zone), name: user.nome })}</p>
    </chakra.header>
  )
}

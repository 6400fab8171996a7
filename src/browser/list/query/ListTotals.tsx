import { chakra } from '@chakra-ui/react/styled-system'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Total } from './useTotals.ts'

/** Sums under the cards of a phone, each with the name of what it sums. */
export default function ListTotals({ totals, say }: { readonly totals: readonly Total[]; readonly say: Translate }) {
  if (totals.length === 0) return null
  return (
    <chakra.dl display="grid" gap="1" m="0" mb="2" width="100%" fontVariantNumeric="tabular-nums">
      {totals.map(({ column, text }) => (
        <chakra.div key={column.id} display="flex" justifyContent="space-between" gap="4">
          <chakra.dt color="fg.muted">{say('list.totals-of', { title: column.title })}</chakra.dt>
          <chakra.dd m="0" fontWeight="600">
            {text}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

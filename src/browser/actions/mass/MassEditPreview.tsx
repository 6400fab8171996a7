import { chakra } from '@chakra-ui/react/styled-system'
import type { FieldValuesReply } from '../../../api/batch.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import { fieldValueText } from './massEditAction.ts'

/** Values shown before the rest is only counted. */
const most = 6
const number = new Intl.NumberFormat('pt-BR')

interface Props {
  readonly field: Field
  readonly values: FieldValuesReply
  readonly say: Translate
}

/** What the records have now, the commonest first, and how many of them will change. */
export function MassEditPreview({ field, values: { total, mudam, valores }, say }: Props) {
  const shown = valores.slice(0, most)
  const rest = shown.reduce((left, { quantidade }) => left - quantidade, total)
  return (
    <section aria-label={say('list.mass-now')}>
      <chakra.h3 textStyle="label" mb="1">
        {say('list.mass-now')}
      </chakra.h3>
      <chakra.ul listStyleType="none" m="0" p="0" display="grid" gap="0.5" fontVariantNumeric="tabular-nums">
        {shown.map(present => (
          <chakra.li key={JSON.stringify(present.valor)} display="flex" gap="4" justifyContent="space-between">
            <chakra.span minWidth="0" overflowWrap="anywhere">
              {fieldValueText(present, field, say)}
            </chakra.span>
            <chakra.span color="fg.muted">{number.format(present.quantidade)}</chakra.span>
          </chakra.li>
        ))}
        {rest > 0 && <chakra.li color="fg.muted">{say('list.mass-more', { count: number.format(rest) })}</chakra.li>}
      </chakra.ul>
      <chakra.p role="status" mt="3" fontWeight="medium" minHeight="1.25rem">
        {mudam === undefined
          ? ''
          : mudam === 0
            ? say('list.mass-nothing')
            : say('list.mass-preview', { count: number.format(mudam), total: number.format(total) })}
      </chakra.p>
    </section>
  )
}

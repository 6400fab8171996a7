import { chakra } from '@chakra-ui/react/styled-system'
import type { ChangeExample, FieldValuesReply } from '../../../api/batch.ts'
import type { Value } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import { fieldValueText } from './offeredMassEditFields.ts'

/** Values shown before the rest is only counted. */
const most = 6
const number = new Intl.NumberFormat('pt-BR')

interface Props {
  readonly field: Field
  /** Fields that may be adjusted along with it. */
  readonly also: readonly Field[]
  readonly values: FieldValuesReply
  readonly say: Translate
}

/** Shows the present values of the records, the commonest first, and how many of them will change. */
export function MassEditPreview({ field, also, values: { total, mudam, valores, exemplos }, say }: Props) {
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
        {rest > 0 && <chakra.li color="fg.muted">{say('list.mass-more', { count: rest })}</chakra.li>}
      </chakra.ul>
      {exemplos && exemplos.length > 0 && <Examples field={field} also={also} examples={exemplos} count={mudam ?? 0} say={say} />}
      <chakra.p role="status" mt="3" fontWeight="medium" minHeight="1.25rem">
        {mudam === undefined
          ? ''
          : mudam === 0
            ? say('list.mass-nothing')
            : say('list.mass-preview', { count: mudam, total: number.format(total) })}
      </chakra.p>
    </section>
  )
}

interface ExamplesProps {
  readonly field: Field
  readonly also: readonly Field[]
  readonly examples: readonly ChangeExample[]
  readonly count: number
  readonly say: Translate
}

/** Some of the records as they are and as they will be. */
function Examples({ field, also, examples, count, say }: ExamplesProps) {
  const text = (value: Value, of: Field): string => kindByName(of.kind).format(value, of)
  const rest = count - new Set(examples.map(({ id }) => id)).size
  const lines = examples.map(({ campo, ...example }) => ({ ...example, of: also.find(({ name }) => name === campo) ?? field }))
  return (
    <chakra.table width="full" mt="3" fontVariantNumeric="tabular-nums">
      <chakra.caption textAlign="start" textStyle="label" mb="1">
        {say('list.mass-after')}
      </chakra.caption>
      <tbody>
        {lines.map(({ id, rotulo, of, de, para }) => (
          <tr key={`${id} ${of.name}`}>
            <chakra.th scope="row" py="0.5" fontWeight="normal" textAlign="start" overflowWrap="anywhere">
              {of === field ? rotulo : `${rotulo}: ${of.title}`}
            </chakra.th>
            <chakra.td py="0.5" textAlign="end" color="fg.muted" whiteSpace="nowrap" ps="3">
              {text(de, of)}
            </chakra.td>
            <chakra.td py="0.5" textAlign="end" whiteSpace="nowrap" ps="3" fontWeight="medium">
              <span aria-hidden="true">→ </span>
              {text(para, of)}
            </chakra.td>
          </tr>
        ))}
        {rest > 0 && (
          <tr>
            <chakra.td colSpan={3} py="0.5" color="fg.muted">
              {say('list.mass-more', { count: rest })}
            </chakra.td>
          </tr>
        )}
      </tbody>
    </chakra.table>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import type { Field } from '../../../model/model.ts'
import { memberAt } from '../replyMembers.ts'

interface Props {
  readonly fields: readonly Field[]
  readonly reply: unknown
}

/** Shows the reply of a form's call, member by member. */
export function FormResult({ fields, reply }: Props) {
  return (
    <chakra.div role="status" mt="5" pt="4" borderTopWidth="1px" borderColor="border">
      <chakra.dl display="flex" flexDirection="column" gap="3">
        {fields.map(field => (
          <chakra.div key={field.name}>
            <chakra.dt textStyle="note">{field.title}</chakra.dt>
            <chakra.dd m="0" minWidth="0" overflowWrap="anywhere">
              <Member field={field} value={memberAt(reply, field.name)} />
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.div>
  )
}

function Member({ field, value }: { readonly field: Field; readonly value: unknown }) {
  if (value === undefined || value === null || value === '') return <chakra.span color="fg.subtle">—</chakra.span>
  // A value of no kind is shown as JSON.
  const shown = typeof value === 'object' ? JSON.stringify(value) : value
  return <KindCell value={asValue(shown)} field={field} row={undefined} title={field.title} />
}

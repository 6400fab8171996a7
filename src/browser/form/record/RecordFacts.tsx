import { chakra } from '@chakra-ui/react/styled-system'
import { SquarePen } from 'lucide-react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import { referenceId } from '../../../kinds/inputServices.tsx'
import type { RecordFacts as Facts, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { useRecord } from '../../data/record.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { isEmptyValue } from '../draft/equal.ts'
import { useFieldView, useForm } from '../formContext.ts'
import { useEditInPlace } from './editInPlaceContext.ts'

/** Shows facts about the record that a field refers to, their problems, and the way to put them right. */
export default function RecordFacts({ item }: { readonly item: Facts }) {
  const { register, model, may } = useForm()
  const id = referenceId(asValue(useFieldView(item.record)?.value))
  const target = fieldOf(register, item.record)?.reference?.to
  const other = target === undefined ? undefined : model.registers[target]
  return other && id !== undefined && may(other.access.see) ? <Known key={id} item={item} other={other} id={id} /> : null
}

interface KnownProps {
  readonly item: Facts
  readonly other: Register
  readonly id: string | number
}

function Known({ item, other, id }: KnownProps) {
  const { say, may, calculation } = useForm()
  const { record, error, reload } = useRecord(other.name, id)
  const edit = useEditInPlace()
  const correct = async (standing: RegisterRow): Promise<void> => {
    if (!(await edit(other, standing))) return
    await reload()
    calculation?.renew()
  }
  if (error && !record)
    return (
      <Banner tone="danger" actions={<Button onClick={() => void reload()}>{say('retry')}</Button>}>
        {say(item.failure ?? 'load-failed')}
      </Banner>
    )
  if (!record) return <chakra.div minHeight="5rem" aria-busy="true" />
  return (
    <chakra.div display="flex" flexDirection="column" gap="4">
      <Lines item={item} other={other} record={record} />
      <Wrong item={item} other={other} record={record} />
      {may(other.access.change) ? (
        <div>
          <Button icon={<SquarePen aria-hidden />} onClick={() => void correct(record)}>
            {say('edit-record-of', { singular: other.singular })}
          </Button>
        </div>
      ) : null}
    </chakra.div>
  )
}

type Told = Omit<KnownProps, 'id'> & { readonly record: RegisterRow }

function Lines({ item, other, record }: Told) {
  const { context } = useForm()
  const lines = Object.entries(item.lines).map(([title, line]) => [title, context.evaluate(other, line, record)] as const)
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: '1fr', sm: 'repeat(auto-fill, minmax(13rem, 1fr))' }}
      columnGap="6"
      rowGap="3"
    >
      {item.fields.map(name => {
        const field = fieldOf(other, name)
        const value = record[name]
        return field ? (
          <chakra.div key={name} minWidth="0">
            <chakra.dt textStyle="note">{field.title}</chakra.dt>
            <chakra.dd overflowWrap="anywhere">
              {isEmptyValue(value) ? '—' : <KindCell value={asValue(value)} field={field} row={record} title={field.title} />}
            </chakra.dd>
          </chakra.div>
        ) : null
      })}
      {lines.map(([title, text]) => (
        <chakra.div key={title} minWidth="0" gridColumn={{ sm: 'span 2' }}>
          <chakra.dt textStyle="note">{title}</chakra.dt>
          <chakra.dd overflowWrap="anywhere">{typeof text === 'string' && text.trim() !== '' ? text : '—'}</chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

/** Shows the conditions that do not hold of the record, each with what to do. */
function Wrong({ item, other, record }: Told) {
  const { context, say } = useForm()
  const wrong = item.checks.filter(({ rule }) => context.evaluate(other, rule, record) !== true)
  if (wrong.length === 0) return null
  return (
    <Banner tone="danger" {...(item.title === undefined ? {} : { title: say(item.title) })}>
      <chakra.ul listStyleType="disc" pl="4">
        {wrong.map(({ message }) => (
          <li key={message}>{say(message)}</li>
        ))}
      </chakra.ul>
    </Banner>
  )
}

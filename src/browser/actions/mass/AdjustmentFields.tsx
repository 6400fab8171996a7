import { chakra } from '@chakra-ui/react/styled-system'
import { Checkbox } from '../../../controls/fields/Checkbox.tsx'
import { FormField as Frame } from '../../../controls/fields/FormField.tsx'
import { Select } from '../../../controls/fields/Select.tsx'
import { KindInput } from '../../../kinds/inputs.ts'
import { adjustmentRoundings } from '../../../model/adjustment/adjustment.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import { type AdjustmentWay, adjustmentWays, amountField, type FieldAdjustment, untouchedAdjustment } from './fieldAdjustment.ts'

interface Props {
  readonly field: Field
  /** Fields that may be changed by the same. */
  readonly also: readonly Field[]
  /** Tells how a field is called here. */
  titleOf(field: Field): string
  readonly adjustment: FieldAdjustment | undefined
  readonly say: Translate
  onChange(adjustment: FieldAdjustment | undefined): void
}

/** How numbers are changed: all to the same value, or each by percent or amount, rounded as prices are. */
export function AdjustmentFields({ field, also, titleOf, adjustment, say, onChange }: Props) {
  const ways = [
    { value: '', title: say('list.mass-set') },
    ...adjustmentWays.map(way => ({ value: way, title: say(`list.mass-${way}`) })),
  ]
  return (
    <>
      <Frame id="mass-way" label={say('list.mass-way')}>
        <Select
          id="mass-way"
          value={adjustment?.way ?? ''}
          options={ways}
          onChange={way => onChange(isWay(way) ? { ...(adjustment ?? untouchedAdjustment(way)), way } : undefined)}
        />
      </Frame>
      {adjustment && <Amount field={field} adjustment={adjustment} say={say} onChange={onChange} />}
      {adjustment && also.length > 0 && (
        <Along also={also} titleOf={titleOf} adjustment={adjustment} say={say} onChange={onChange} />
      )}
    </>
  )
}

type PartProps = Omit<Props, 'field' | 'also' | 'titleOf'> & { readonly adjustment: FieldAdjustment }

/** Prices that rise along with the first: who raises those of the counter mostly means the app's, too. */
function Along({ also, titleOf, adjustment, say, onChange }: PartProps & Pick<Props, 'also' | 'titleOf'>) {
  const toggle = (name: string, isOn: boolean): void =>
    onChange({ ...adjustment, also: isOn ? [...adjustment.also, name] : adjustment.also.filter(one => one !== name) })
  return (
    <Frame id="mass-also" label={say('list.mass-also')} group>
      <chakra.div
        display="flex"
        flexDirection="column"
        css={{ '& > label': { minHeight: { base: '2.75rem', md: '1.75rem' }, alignItems: 'center' } }}
      >
        {also.map(one => (
          <Checkbox
            key={one.name}
            label={titleOf(one)}
            checked={adjustment.also.includes(one.name)}
            onChange={isOn => toggle(one.name, isOn)}
          />
        ))}
      </chakra.div>
    </Frame>
  )
}

function Amount({ field, adjustment, say, onChange }: PartProps & Pick<Props, 'field'>) {
  const { way, by, problem, rounding } = adjustment
  const roundings = adjustmentRoundings.map(value => ({
    value,
    title: value.startsWith('.')
      ? say('list.mass-round-cents', { cents: value.slice(1) })
      : say('list.mass-round-step', { step: value.replace('.', ',') }),
  }))
  return (
    <>
      <Frame id="mass-by" label={say('list.mass-by')} error={problem && say(problem.code, problem.params)}>
        <KindInput
          key={way}
          id="mass-by"
          value={by}
          field={amountField(field, way)}
          invalid={problem !== undefined}
          onChange={(value, wrong) => onChange({ ...adjustment, by: value, problem: wrong })}
        />
      </Frame>
      <Frame id="mass-round" label={say('list.mass-round')}>
        <Select
          id="mass-round"
          value={rounding ?? ''}
          blank={say('list.mass-round-none')}
          options={roundings}
          onChange={chosen => onChange({ ...adjustment, rounding: adjustmentRoundings.find(one => one === chosen) })}
        />
      </Frame>
    </>
  )
}

const isWay = (text: string): text is AdjustmentWay => adjustmentWays.some(way => way === text)

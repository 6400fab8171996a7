import { chakra } from '@chakra-ui/react/styled-system'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { FormField } from '../../../controls/fields/FormField.tsx'
import { Select } from '../../../controls/fields/Select.tsx'
import { valueOfAddressText } from '../../../kinds/addressText.ts'
import { KindInput } from '../../../kinds/inputs.ts'
import type { Value } from '../../../kinds/kind.ts'
import type { Parameter } from '../../../model/report.ts'
import { useTranslate } from '../../data/session.tsx'
import { pageCommandOf } from '../../ui/keyboard/pageKeys.ts'
import { MultiSelectField } from './MultiSelectField.tsx'
import { PeriodField, TimesField } from './PeriodField.tsx'
import { hasTimes, spanText } from './period.ts'
import { boundsEachDay, isBackwards, isRange, type ReportValues } from './reportValues.ts'

const barLook = {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    columnGap: '2',
    rowGap: '3',
    p: { base: '3', md: '4' },
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    '@media print': { display: 'none' },
    '& > div': { flex: { base: '1 1 100%', sm: '0 1 auto' } },
  },
} as const

/** Beside the figures: one control under the other. */
const sideLook = {
  flexDirection: 'column',
  flexWrap: 'nowrap',
  alignItems: 'stretch',
  '& > div': { flex: '0 0 auto' },
  '& > div > div': { maxWidth: 'none' },
  '--choice-width': '100%',
} as const

const Bar = chakra('form', barLook)
const PlainBar = chakra('div', barLook)

interface Props {
  /** The parameters, in order. */
  readonly parameters: readonly Parameter[]
  readonly values: ReportValues
  /** Names of parameters that must be filled first. */
  readonly missing: readonly string[]
  readonly busy: boolean
  /** Inside another form, where it can be none itself. */
  readonly plain?: boolean
  /** Beside the figures where there is room. */
  readonly side?: boolean
  /** Stores to compare, where there are several. */
  readonly stores?: ReactNode
  onChange(values: ReportValues): void
  onSearch(): void
}

/** Asks the parameters before a report runs, and has the button that runs it (Ctrl+Enter from anywhere on the page). */
export function ParameterBar({
  parameters,
  values,
  missing,
  busy,
  plain = false,
  side = false,
  stores,
  onChange,
  onSearch,
}: Props) {
  const say = useTranslate()
  const id = useId()
  useSearchKey(onSearch, !plain)
  const content = (
    <>
      {parameters.map(parameter => (
        <Asked
          key={parameter.name}
          id={`${id}-${parameter.name}`}
          parameter={parameter}
          values={values}
          eachDay={boundsEachDay(parameters, values)}
          missing={missing.includes(parameter.name)}
          onChange={onChange}
        />
      ))}
      {stores}
      <Button
        {...(plain ? { onClick: onSearch } : { type: 'submit' as const })}
        look="solid"
        icon={<Search aria-hidden />}
        busy={busy}
        aria-keyshortcuts="Control+Enter"
        data-tip="Ctrl+Enter"
      >
        {say('search')}
      </Button>
      <HoursMeant parameters={parameters} values={values} />
    </>
  )
  const begin = (event: { preventDefault(): void }): void => {
    event.preventDefault()
    onSearch()
  }
  const label = { role: 'search', 'aria-label': say('report.filters') } as const
  return plain ? (
    <PlainBar {...label} onKeyDown={event => event.key === 'Enter' && event.target instanceof HTMLInputElement && begin(event)}>
      {content}
    </PlainBar>
  ) : (
    <Bar {...label} onSubmit={begin} {...(side ? { css: { lg: sideLook } } : {})}>
      {content}
    </Bar>
  )
}

function useSearchKey(search: () => void, wanted: boolean): void {
  const act = useRef(search)
  act.current = search
  useEffect(() => {
    if (!wanted) return
    const key = (event: KeyboardEvent) => {
      if (pageCommandOf(event) !== 'run' || document.querySelector('dialog[open]')) return
      event.preventDefault()
      act.current()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [wanted])
}

/** The ends of what a parameter fills, as the address holds them. */
const spanOf = ({ name, fills: [first = name, second = first] }: Parameter, values: ReportValues) => ({
  start: values[first] ?? '',
  end: values[second] ?? '',
})

/** One sentence says which hours are meant, once a time is chosen. */
function HoursMeant({ parameters, values }: Pick<Props, 'parameters' | 'values'>) {
  const range = parameters.find(({ control }) => control === 'timeRange')
  const span = range && spanOf(range, values)
  if (!span || span.start === '' || span.end === '' || !hasTimes(span) || isBackwards({ parameters }, values)) return null
  return (
    <chakra.p className="field-note" order={1} flexBasis="100%" role="status">
      {spanText(span, boundsEachDay(parameters, values))}
    </chakra.p>
  )
}

interface AskedProps {
  readonly id: string
  readonly parameter: Parameter
  readonly values: ReportValues
  /** Whether times bound each day of a span. */
  readonly eachDay: boolean
  readonly missing: boolean
  onChange(values: ReportValues): void
}

/** The control of one parameter, by what it is. */
function Asked({ id, parameter, values, eachDay, missing, onChange }: AskedProps) {
  const say = useTranslate()
  const [first = parameter.name, second = first] = parameter.fills
  const put = (name: string, value: string | undefined): void => {
    const { [name]: _old, ...rest } = values
    onChange(value === undefined || value === '' ? rest : { ...rest, [name]: value })
  }
  const error = missing ? { error: say('required') } : {}
  const help = parameter.help === undefined ? {} : { help: parameter.help }
  const span = spanOf(parameter, values)
  const putSpan = (next: { readonly start: string; readonly end: string }) =>
    onChange({ ...values, [first]: next.start, [second]: next.end })
  if (isRange(parameter))
    return <PeriodField id={id} parameter={parameter} span={span} eachDay={eachDay} missing={missing} onChange={putSpan} />
  if (parameter.control === 'timeRange') return <TimesField id={id} parameter={parameter} span={span} onChange={putSpan} />
  if (parameter.many) {
    const chosen = (values[first] ?? '').split(',').filter(Boolean)
    return (
      <FormField id={id} label={parameter.title} required={parameter.required} {...help} {...error}>
        <MultiSelectField id={id} parameter={parameter} chosen={chosen} onChange={next => put(first, next.join(','))} />
      </FormField>
    )
  }
  return (
    <FormField id={id} label={parameter.title} required={parameter.required} {...help} {...error}>
      <chakra.div minWidth="8rem" maxWidth={{ sm: '18rem' }}>
        {parameter.choices && !parameter.required ? (
          <Select
            id={id}
            options={parameter.choices.map(({ value, title }) => ({ value: String(value), title }))}
            value={values[first] ?? ''}
            // An empty parameter narrows nothing; one with a start value is never left out.
            {...(parameter.default === undefined || values[first] === undefined ? { blank: say('all') } : {})}
            onChange={text => put(first, text)}
          />
        ) : (
          <KindInput
            id={id}
            field={parameter}
            value={typedValue(parameter, values[first])}
            invalid={missing}
            onChange={value => put(first, value === null ? undefined : String(value))}
          />
        )}
      </chakra.div>
    </FormField>
  )
}

/** A value of the address as its kind holds it. */
function typedValue(parameter: Parameter, text: string | undefined): Value {
  if (text === undefined) return null
  const choice = parameter.choices?.find(one => String(one.value) === text)
  if (choice) return choice.value
  return valueOfAddressText(text, parameter) ?? null
}

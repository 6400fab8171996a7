import { chakra } from '@chakra-ui/react/styled-system'
import { FormField } from '../../../controls/fields/FormField.tsx'
import { Select } from '../../../controls/fields/Select.tsx'
import { KindInput } from '../../../kinds/inputs.ts'
import type { Parameter } from '../../../model/report.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import {
  type DateSpan,
  dayIn,
  isPeriodPreset,
  type PeriodPreset,
  periodPresets,
  presetOf,
  presetSpan,
  timeIn,
  todayIn,
  withTime,
} from './period.ts'

interface Props {
  readonly id: string
  readonly parameter: Parameter
  readonly span: DateSpan
  onChange(span: DateSpan): void
}

const Group = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    alignItems: 'end',
    gridTemplateColumns: { base: 'minmax(0, 1fr) minmax(0, 1fr)', sm: 'minmax(9rem, 11rem) 8rem 8rem' },
    '& > :first-of-type': { gridColumn: { base: '1 / -1', sm: 'auto' } },
  },
})

const presetWords = {
  today: 'report.preset-today',
  last7: 'report.preset-last7',
  last30: 'report.preset-last30',
  last90: 'report.preset-last90',
  thisMonth: 'report.preset-this-month',
  lastMonth: 'report.preset-last-month',
} as const satisfies Record<PeriodPreset, string>

const free = { kind: 'date', required: true } as const

/** A span of days: by name first, or from day to day. Times that were chosen stay. */
export function PeriodField({ id, parameter, span, missing, onChange }: Props & { readonly missing: boolean }) {
  const say = useTranslate()
  const { zone } = useSession()
  const today = todayIn(zone)
  const offered = parameter.presets ?? periodPresets
  const backwards = span.start !== '' && span.end !== '' && dayIn(span.start) > dayIn(span.end)
  const put = (next: DateSpan) =>
    onChange({ start: withTime(next.start, timeIn(span.start)), end: withTime(next.end, timeIn(span.end)) })
  const error = missing ? say('required') : backwards ? say('report.backwards') : undefined
  return (
    <Group role="group" aria-label={parameter.title}>
      <FormField id={`${id}-preset`} label={parameter.title}>
        <Select
          id={`${id}-preset`}
          options={periodPresets
            .filter(name => offered.includes(name))
            .map(name => ({ value: name, title: say(presetWords[name]) }))}
          value={presetOf(span, today, offered) ?? ''}
          blank={say('report.preset-none')}
          onChange={name => isPeriodPreset(name) && put(presetSpan(name, today))}
        />
      </FormField>
      <Day
        id={`${id}-from`}
        label={say('from')}
        title={`${parameter.title} ${say('from')}`}
        value={span.start}
        onChange={start => put({ ...span, start })}
      />
      <FormField id={`${id}-to`} label={say('to')} {...(error ? { error } : {})}>
        <DayInput
          id={`${id}-to`}
          title={`${parameter.title} ${say('to')}`}
          value={span.end}
          invalid={error !== undefined}
          onChange={end => put({ ...span, end })}
        />
      </FormField>
    </Group>
  )
}

interface DayProps {
  readonly id: string
  readonly title: string
  readonly value: string
  readonly invalid?: boolean
  onChange(day: string): void
}

const Day = ({ label, ...rest }: DayProps & { readonly label: string }) => (
  <FormField id={rest.id} label={label}>
    <DayInput {...rest} />
  </FormField>
)

const DayInput = ({ id, title, value, invalid, onChange }: DayProps) => (
  <KindInput
    id={id}
    field={{ ...free, name: id, title }}
    value={value === '' ? null : dayIn(value)}
    invalid={invalid}
    onChange={(day, problem) => problem === undefined && typeof day === 'string' && onChange(day)}
  />
)

const whole = { from: '00:00', to: '23:59' } as const

/** Hours of the first and the last day of the span. */
export function TimesField({ id, parameter, span, onChange }: Props) {
  const say = useTranslate()
  const put = (end: 'start' | 'end', time: unknown, usual: string) =>
    onChange({ ...span, [end]: withTime(span[end], typeof time === 'string' && time !== usual ? time : undefined) })
  const field = (name: string, title: string) =>
    ({ kind: 'time', required: false, name, title: `${parameter.title} ${title}` }) as const
  return (
    <chakra.div
      role="group"
      aria-label={parameter.title}
      display="flex"
      gap="2"
      alignItems="flex-end"
      css={{ '& > div': { width: { base: '50%', sm: '6rem' } } }}
    >
      <FormField id={`${id}-from`} label={say('report.time-from')}>
        <KindInput
          id={`${id}-from`}
          field={field(`${id}-from`, say('from'))}
          value={timeIn(span.start) ?? whole.from}
          onChange={(time, problem) => problem === undefined && put('start', time, whole.from)}
        />
      </FormField>
      <FormField id={`${id}-to`} label={say('report.time-to')}>
        <KindInput
          id={`${id}-to`}
          field={field(`${id}-to`, say('to'))}
          value={timeIn(span.end) ?? whole.to}
          onChange={(time, problem) => problem === undefined && put('end', time, whole.to)}
        />
      </FormField>
    </chakra.div>
  )
}

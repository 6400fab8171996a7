import { chakra } from '@chakra-ui/react/styled-system'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { FormField } from '../../../controls/fields/FormField.tsx'
import { Select } from '../../../controls/fields/Select.tsx'
import { KindInput } from '../../../kinds/inputs.ts'
import type { Parameter } from '../../../model/report.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import {
  type DateSpan,
  dayIn,
  isBackwardsSpan,
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
    gridTemplateColumns: {
      base: 'minmax(0, 1fr) minmax(0, 1fr)',
      sm: 'minmax(9rem, 11rem) var(--control-day) var(--control-day)',
    },
    '& > :first-of-type': { gridColumn: { base: '1 / -1', sm: 'auto' } },
  },
})

export const presetWords = {
  today: 'report.preset-today',
  yesterday: 'report.preset-yesterday',
  thisWeek: 'report.preset-this-week',
  lastWeek: 'report.preset-last-week',
  last7: 'report.preset-last7',
  last30: 'report.preset-last30',
  last90: 'report.preset-last90',
  thisMonth: 'report.preset-this-month',
  lastMonth: 'report.preset-last-month',
  last12Months: 'report.preset-last-12-months',
} as const satisfies Record<PeriodPreset, string>

const free = { kind: 'date', required: true } as const

/** A day that cannot be read: why, and the one that stood before, on which its text lies. */
interface Unread {
  readonly why: string
  readonly at: string
}

/**
 * A span of days: by name first, or from day to day. Times that were chosen stay. What is wrong is told in a line below everything that
 * is asked, so that no field moves; a day that cannot be read is as good as none, and nothing is asked with the one before.
 */
export function PeriodField({
  id,
  parameter,
  span,
  eachDay,
  missing,
  onChange,
}: Props & { readonly missing: boolean; readonly eachDay: boolean }) {
  const say = useTranslate()
  const { zone } = useSession()
  const today = todayIn(zone)
  const offered = parameter.presets ?? periodPresets
  const backwards = isBackwardsSpan(span, eachDay)
  const [unread, setUnread] = useState<Readonly<Record<'start' | 'end', Unread | undefined>>>({
    start: undefined,
    end: undefined,
  })
  const put = (next: DateSpan) =>
    onChange({
      start: withTime(next.start, timeIn(unread.start?.at ?? span.start)),
      end: withTime(next.end, timeIn(unread.end?.at ?? span.end)),
    })
  const error =
    unread.start?.why ?? unread.end?.why ?? (missing ? say('required') : backwards ? say('report.backwards') : undefined)
  const day = (end: 'start' | 'end', place: 'from' | 'to') => ({
    id: `${id}-${place}`,
    label: say(place),
    title: `${parameter.title} ${say(place)}`,
    value: unread[end]?.at ?? span[end],
    invalid: unread[end] !== undefined || (end === 'end' && error !== undefined && !unread.start),
    describedBy: error === undefined ? undefined : `${id}-problem`,
    onChange(next: string | undefined, why?: string) {
      setUnread({ ...unread, [end]: why === undefined ? undefined : { why, at: unread[end]?.at ?? span[end] } })
      put({ ...span, [end]: next ?? '' })
    },
  })
  const choose = (name: PeriodPreset): void => {
    setUnread({ start: undefined, end: undefined })
    put(presetSpan(name, today))
  }
  return (
    <>
      <Group role="group" aria-label={parameter.title}>
        <FormField id={`${id}-preset`} label={parameter.title}>
          <Select
            id={`${id}-preset`}
            options={periodPresets
              .filter(name => offered.includes(name))
              .map(name => ({ value: name, title: say(presetWords[name]) }))}
            value={presetOf(span, today, offered) ?? ''}
            blank={say('report.preset-none')}
            onChange={name => isPeriodPreset(name) && choose(name)}
          />
        </FormField>
        <Day {...day('start', 'from')} />
        <Day {...day('end', 'to')} />
      </Group>
      {error === undefined ? null : (
        <chakra.p id={`${id}-problem`} className="field-note is-danger" order={1} flexBasis="100%">
          <CircleAlert aria-hidden />
          {error}
        </chakra.p>
      )}
    </>
  )
}

interface DayProps {
  readonly id: string
  readonly label: string
  readonly title: string
  readonly value: string
  readonly invalid: boolean
  readonly describedBy: string | undefined
  /** A day, or why what was typed is none. */
  onChange(day: string | undefined, why?: string): void
}

function Day({ id, label, title, value, invalid, describedBy, onChange }: DayProps) {
  const say = useTranslate()
  return (
    <FormField id={id} label={label}>
      <KindInput
        id={id}
        field={{ ...free, name: id, title }}
        value={value === '' ? null : dayIn(value)}
        invalid={invalid}
        describedBy={describedBy}
        onChange={(day, problem) => {
          if (problem) onChange(undefined, say(problem.code, problem.params))
          else if (typeof day === 'string') onChange(day)
        }}
      />
    </FormField>
  )
}

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
      css={{ '& > div': { width: { base: '50%', sm: 'var(--control-time)' } } }}
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

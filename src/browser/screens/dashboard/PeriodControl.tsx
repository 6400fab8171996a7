import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import { Select } from '../../../controls/fields/Select.tsx'
import type { Parameter } from '../../../model/report.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import { presetWords } from '../../report/parameters/PeriodField.tsx'
import {
  type DateSpan,
  isPeriodPreset,
  periodPresets,
  presetOf,
  presetSpan,
  spanText,
  todayIn,
} from '../../report/parameters/period.ts'

interface Props {
  readonly range: Parameter
  readonly span: DateSpan
  onChange(span: DateSpan): void
}

/** The days of a page of figures, by name. Days that were chosen in a report are offered as they are. */
export function PeriodControl({ range, span, onChange }: Props) {
  const id = useId()
  const say = useTranslate()
  const { zone } = useSession()
  const today = todayIn(zone)
  const offered = periodPresets.filter(name => (range.presets ?? periodPresets).includes(name))
  const preset = presetOf(span, today, offered)
  return (
    <chakra.div data-place="days" display="flex" alignItems="center" gap="2" css={{ '@media print': { display: 'none' } }}>
      <chakra.label htmlFor={id} color="fg.muted" srOnly={{ base: true, md: false }}>
        {range.title}
      </chakra.label>
      <Select
        id={id}
        style={{ width: 'auto' }}
        options={offered.map(name => ({ value: name, title: say(presetWords[name]) }))}
        value={preset ?? ''}
        {...(preset === undefined ? { blank: spanText(span) } : {})}
        onChange={name => isPeriodPreset(name) && onChange(presetSpan(name, today))}
      />
    </chakra.div>
  )
}

import type { ReactNode } from 'react'
import { Chip } from '../../controls/Chip.tsx'
import type { CellProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'

/** A value that is no choice any more. Where choices have a meaning, that it has none is said, unless others are shown as they are. */
function Unknown({ value, field }: Pick<CellProps, 'value' | 'field'>): ReactNode {
  const { say } = useInputServices()
  const isStatus = field.choices?.some(choice => choice.tone !== undefined)
  if (!isStatus) return String(value)
  return <Chip>{field.others === 'shown' ? String(value) : say('status-undefined')}</Chip>
}

/** The choice's text; a chip when the definition gives it a meaning. */
export function Cell({ value, field }: CellProps): ReactNode {
  if (value === null) return null
  const choice = (field.choices ?? field.refine?.choices)?.find(one => one.value === value)
  if (!choice && value === '') return null
  if (!choice) return <Unknown value={value} field={field} />
  return choice.tone ? <Chip tone={choice.tone}>{choice.title}</Chip> : choice.title
}

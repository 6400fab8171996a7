import type { ReactNode } from 'react'
import { Chip } from '../../controls/Chip.tsx'
import { choicesOfField } from '../choice/value.ts'
import type { CellProps } from '../controlProps.ts'

/** A chip for each option. */
export function Cell({ value, field }: CellProps): ReactNode {
  if (!Array.isArray(value) || value.length === 0) return null
  const choices = choicesOfField(field)
  return (
    <span style={{ display: 'inline-flex', gap: 4, flexWrap: 'wrap' }}>
      {value.map(option => {
        const choice = choices.find(one => one.value === option)
        return (
          <Chip key={option} tone={choice?.tone ?? 'neutral'}>
            {choice?.title ?? String(option)}
          </Chip>
        )
      })}
    </span>
  )
}

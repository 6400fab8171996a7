import type { ReactNode } from 'react'
import { Chip } from '../../controls/Chip.tsx'
import type { CellProps } from '../look.ts'

/** The choice's text; a chip when the definition gives it a meaning. */
export function Cell({ value, field }: CellProps): ReactNode {
  if (value === null) return null
  const choice = (field.choices ?? field.refine?.choices)?.find(one => one.value === value)
  if (!choice) return String(value)
  return choice.tone ? <Chip tone={choice.tone}>{choice.title}</Chip> : choice.title
}

import type { ReactNode } from 'react'
import type { FilterProps } from '../controlProps.ts'
import { Input } from './input.tsx'

/** Rows that have any of the chosen records among theirs. */
export function Filter({ id, value, field, onChange }: FilterProps): ReactNode {
  return (
    <Input
      id={id}
      value={value.in ?? null}
      field={{ ...field, required: false }}
      onChange={keys => onChange({ in: Array.isArray(keys) ? keys : [] })}
    />
  )
}

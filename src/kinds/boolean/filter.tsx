import { Select } from '../../controls/Select.tsx'
import type { FilterProps } from '../look.ts'

const options = [
  { value: 'true', title: 'Sim' },
  { value: 'false', title: 'Não' },
]

/** Yes, no, or both. */
export function Filter({ id, value, onChange }: FilterProps) {
  return (
    <Select
      id={id}
      blank="Todos"
      options={options}
      value={typeof value.eq === 'boolean' ? String(value.eq) : ''}
      onChange={text => onChange({ eq: text === '' ? null : text === 'true' })}
    />
  )
}

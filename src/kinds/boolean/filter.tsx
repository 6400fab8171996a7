import { Select } from '../../controls/Select.tsx'
import type { FilterProps } from '../look.ts'
import { useInputServices } from '../surroundings.tsx'

/** Yes, no, or both. */
export function Filter({ id, value, onChange }: FilterProps) {
  const { say } = useInputServices()
  const options = [
    { value: 'true', title: say('yes') },
    { value: 'false', title: say('no') },
  ]
  return (
    <Select
      id={id}
      blank={say('any')}
      options={options}
      value={typeof value.eq === 'boolean' ? String(value.eq) : ''}
      onChange={text => onChange({ eq: text === '' ? null : text === 'true' })}
    />
  )
}

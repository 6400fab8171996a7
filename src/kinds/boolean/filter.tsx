import { Select } from '../../controls/fields/Select.tsx'
import type { FilterProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'

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

import { Filter as ChoiceFilter } from '../choice/filter.tsx'
import type { FilterProps } from '../controlProps.ts'

/** The records that have a certain option among theirs. */
export function Filter({ value, onChange, ...props }: FilterProps) {
  const [option = null] = Array.isArray(value.eq) ? value.eq : []
  return (
    <ChoiceFilter
      {...props}
      value={{ eq: option }}
      onChange={({ eq }) => onChange({ eq: typeof eq === 'string' || typeof eq === 'number' ? [eq] : null })}
    />
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { Checkbox } from '../../controls/fields/Checkbox.tsx'
import { Select } from '../../controls/fields/Select.tsx'
import type { FilterProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'

/** Any of the choices, or several of them. */
export function Filter({ id, value, field, operator, onChange }: FilterProps) {
  const { say } = useInputServices()
  const choices = field.choices ?? field.refine?.choices ?? []
  if (operator === 'inq') {
    const on = value.in ?? []
    return (
      <chakra.div
        id={id}
        role="group"
        aria-label={field.title}
        display="flex"
        flexDirection="column"
        maxHeight="12rem"
        overflow="auto"
      >
        {choices.map(choice => (
          <Checkbox
            key={choice.value}
            label={choice.title}
            checked={on.includes(choice.value)}
            onChange={checked => onChange({ in: checked ? [...on, choice.value] : on.filter(one => one !== choice.value) })}
          />
        ))}
      </chakra.div>
    )
  }
  return (
    <Select
      id={id}
      blank={say('any')}
      options={choices.map(choice => ({ value: String(choice.value), title: choice.title }))}
      value={value.eq === undefined || value.eq === null ? '' : String(value.eq)}
      onChange={text => onChange({ eq: choices.find(choice => String(choice.value) === text)?.value ?? null })}
    />
  )
}

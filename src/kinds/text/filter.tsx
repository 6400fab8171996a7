import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentType, useState } from 'react'
import type { FilterProps, InputProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import type { Value } from '../kind.ts'
import { referenceSearching } from '../reference/referenceSearching.ts'

/** The filter of a kind that has none of its own: its input, or one for each end of a span. */
export function makeFilter(Input: ComponentType<InputProps>) {
  return function Filter({ id, value, field, operator, onChange }: FilterProps) {
    const { say } = useInputServices()
    const free = { ...field, required: false }
    const [unread, setUnread] = useState(false)
    if (operator !== 'between')
      return (
        <Input
          id={id}
          value={value.eq ?? null}
          field={free}
          invalid={unread}
          onChange={(eq, problem) => {
            setUnread(problem !== undefined && problem.code !== referenceSearching)
            onChange({ eq })
          }}
        />
      )
    const end = (name: 'from' | 'to', words: string) => (
      <label htmlFor={`${id}-${name}`} style={{ flex: 1, minWidth: 0 }}>
        <chakra.span textStyle="note">{words}</chakra.span>
        <Input
          id={`${id}-${name}`}
          value={value[name] ?? null}
          field={{ ...free, title: `${field.title} ${words}` }}
          onChange={(one: Value) => onChange({ ...value, [name]: one })}
        />
      </label>
    )
    return (
      <chakra.div display="flex" gap="2" role="group" aria-label={field.title}>
        {end('from', say('from'))}
        {end('to', say('to'))}
      </chakra.div>
    )
  }
}

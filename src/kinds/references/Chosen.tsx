import { chakra } from '@chakra-ui/react/styled-system'
import { Chip } from '../../controls/Chip.tsx'
import { useInputServices } from '../inputServices.tsx'
import type { ReferenceTarget } from '../kind.ts'
import { useLabel } from '../reference/useOptions.ts'

interface ChosenProps {
  readonly title: string
  readonly target: ReferenceTarget
  readonly keys: readonly (string | number)[]
  /** Labels that are known already. */
  readonly names: ReadonlyMap<unknown, string>
  /** On one line, which scrolls: in a cell. */
  readonly compact: boolean | undefined
  /** Absent: nothing is taken out. */
  readonly remove: ((key: string | number) => void) | undefined
}

/** The chosen records as a list of chips. */
export function Chosen({ title, target, keys, names, compact, remove }: ChosenProps) {
  const { say } = useInputServices()
  if (keys.length === 0) return null
  return (
    <chakra.ul
      aria-label={say('references-chosen', { title })}
      display="flex"
      flexWrap={compact ? 'nowrap' : 'wrap'}
      gap={compact ? '1' : '1.5'}
      m="0"
      p="0"
      listStyleType="none"
      // The pointer must not take the focus from the box.
      onMouseDown={event => event.preventDefault()}
    >
      {keys.map(key => (
        <li key={key}>
          <One target={target} id={key} name={names.get(key)} remove={remove && (() => remove(key))} />
        </li>
      ))}
    </chakra.ul>
  )
}

interface OneProps {
  readonly target: ReferenceTarget
  readonly id: string | number
  readonly name: string | undefined
  readonly remove: (() => void) | undefined
}

function One({ target, id, name, remove }: OneProps) {
  const { say, offered } = useInputServices()
  const label = useLabel(target, id, name ?? offered?.(target.to, id)) ?? String(id)
  return <Chip {...(remove ? { remove: { label: say('references-remove', { label }), act: remove } } : {})}>{label}</Chip>
}

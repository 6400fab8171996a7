import { chakra } from '@chakra-ui/react/styled-system'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { InputProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import type { ReferenceTarget } from '../kind.ts'
import { Input as ReferenceInput } from '../reference/input.tsx'
import { Chosen } from './Chosen.tsx'
import { includedLabels } from './includedLabels.ts'
import { toOneRecord } from './toOneRecord.ts'
import { useChosen } from './useChosen.ts'

/**
 * Several records of another register: a chip for each, and the box of a reference in which the next is searched for. Backspace in the empty
 * box takes the last one out.
 */
export function Input(props: InputProps): ReactNode {
  const { references } = props.field
  return references ? <Several {...props} target={references} /> : null
}

function Several({ target, label: _, ...props }: InputProps & { readonly target: ReferenceTarget }) {
  const { id, field, record, readOnly, compact } = props
  const { labelField } = useInputServices()
  const names = includedLabels(record, target.as, labelField?.(target.to))
  const group = useRef<HTMLDivElement>(null)
  const { keys, said, remove, takeAll, box } = useChosen(props, target, names)
  const takeOut = (key: string | number): void => {
    remove(key)
    group.current?.querySelector('input')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = keys.at(-1)
    const typing = event.target
    if (event.key !== 'Backspace' || last === undefined || !(typing instanceof HTMLInputElement) || typing.value !== '') return
    event.preventDefault()
    takeOut(last)
  }
  const chosen = <Chosen {...{ title: field.title, target, keys, names, compact }} remove={readOnly ? undefined : takeOut} />
  const layout = {
    display: 'flex',
    flexWrap: compact ? 'nowrap' : 'wrap',
    alignItems: 'center',
    gap: compact ? '1' : '1.5',
    minHeight: compact ? 'auto' : 'control',
  } as const
  if (readOnly)
    return (
      <chakra.div id={id} role="group" aria-label={field.title} {...layout}>
        {chosen}
      </chakra.div>
    )
  return (
    <chakra.div ref={group} {...layout} overflowX={compact ? 'auto' : 'visible'} onKeyDown={onKeyDown}>
      {chosen}
      <chakra.div flex="1 1 9rem" minWidth={compact ? '6rem' : '9rem'}>
        <ReferenceInput
          {...props}
          {...box}
          takeAll={compact ? undefined : takeAll}
          value={null}
          field={{ ...withoutChosen(toOneRecord(field), keys), required: field.required && keys.length === 0 }}
        />
      </chakra.div>
      <chakra.span srOnly role="status">
        {said}
      </chakra.span>
    </chakra.div>
  )
}

/** Records that are chosen already are not offered again. */
function withoutChosen<Options extends { readonly reference?: ReferenceTarget }>(
  field: Options,
  keys: readonly (string | number)[],
): Options {
  const { reference } = field
  if (!reference || keys.length === 0 || reference.where?.id !== undefined) return field
  return { ...field, reference: { ...reference, where: { ...reference.where, id: { nin: keys } } } }
}

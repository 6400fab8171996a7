import { chakra } from '@chakra-ui/react/styled-system'
import { ChevronDown, ExternalLink, X } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { IconButton } from '../../controls/Button.tsx'
import { TextInput } from '../../controls/fields/TextInput.tsx'
import type { InputProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import type { ReferenceTarget } from '../kind.ts'
import { narrowedWhere } from './narrowing.ts'
import { Options } from './Options.tsx'
import { useCombobox } from './useCombobox.ts'
import type { TakeAll } from './useEnteredTexts.ts'

/** A record of another register, searched by code or name; or the next of several, whose texts are each settled apart (`takeAll`). */
export function Input(props: InputProps & { readonly takeAll?: TakeAll | undefined }) {
  const { reference } = props.field
  return reference ? <Combobox {...props} target={reference} /> : null
}

/** Returns what is referred to, with the condition for this record: the same as long as what narrows the choices is. */
function useNarrowed(target: ReferenceTarget, record: InputProps['record']): ReferenceTarget {
  const where = JSON.stringify(narrowedWhere(target.where, record))
  return useMemo(() => {
    const { where: _, ...rest } = target
    return where === undefined ? rest : { ...rest, where: JSON.parse(where) }
  }, [target, where])
}

function Combobox({
  target: reference,
  takeAll,
  ...props
}: InputProps & { target: ReferenceTarget; takeAll?: TakeAll | undefined }) {
  const target = useNarrowed(reference, props.record)
  const { id, field, invalid, readOnly, autoFocus, describedBy, compact } = props
  const { say } = useInputServices()
  const box = useRef<HTMLInputElement>(null)
  const combo = useCombobox(props, target, takeAll)
  const list = `${id}-options`
  const { open, active, found, create } = combo.search
  return (
    <>
      <TextInput
        ref={box}
        id={id}
        name={field.name}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 && (found.options.length > 0 || create) ? `${list}-${active}` : undefined}
        aria-required={field.required || undefined}
        placeholder={readOnly || compact ? undefined : `${say('search')}…`}
        value={combo.text}
        invalid={invalid ?? false}
        onChange={event => combo.type(event.currentTarget.value)}
        onFocus={event => {
          combo.onFocus()
          event.currentTarget.select()
        }}
        onKeyDown={readOnly ? undefined : combo.onKeyDown}
        onClick={readOnly ? undefined : combo.onClick}
        onBlur={combo.leave}
        {...(readOnly ? { readOnly } : {})}
        {...(autoFocus ? { autoFocus } : {})}
        {...(describedBy ? { 'aria-describedby': describedBy } : {})}
        {...(compact
          ? { 'aria-label': field.title, compact: true }
          : {
              after: <Aside combo={combo} readOnly={readOnly} title={field.title} />,
              afterRoom: combo.chosenId === undefined ? 1 : 2,
            })}
      />
      <Options
        id={list}
        label={field.title}
        open={open}
        anchor={box}
        found={found}
        from={target.from}
        active={active}
        chosen={combo.chosenId}
        create={create}
        onChoose={combo.choose}
        onHover={combo.search.mark}
        onClose={combo.search.close}
      />
    </>
  )
}

/** Beside the text: empty it, open the record in another tab. */
function Aside({
  combo,
  readOnly,
  title,
}: {
  combo: ReturnType<typeof useCombobox>
  readOnly: boolean | undefined
  title: string
}) {
  const { say } = useInputServices()
  const chosen = combo.chosenId !== undefined
  return (
    <chakra.span display="inline-flex" alignItems="center" marginInlineEnd="-1.5">
      {chosen && combo.address ? (
        <chakra.a
          href={combo.address}
          target="_blank"
          rel="noopener"
          aria-label={say('open-elsewhere', { title })}
          data-tip={say('open-elsewhere', { title })}
          display="grid"
          placeItems="center"
          boxSize="1.75rem"
          borderRadius="md"
          pointerEvents="auto"
          _hover={{ bg: 'bg.muted' }}
        >
          <ExternalLink aria-hidden />
        </chakra.a>
      ) : null}
      {chosen && !readOnly ? (
        <IconButton size="sm" label={say('clear-field', { title })} onClick={combo.clear}>
          <X aria-hidden />
        </IconButton>
      ) : null}
      {!chosen && !readOnly ? (
        <chakra.span display="grid" placeItems="center" boxSize="1.75rem">
          <ChevronDown aria-hidden />
        </chakra.span>
      ) : null}
    </chakra.span>
  )
}

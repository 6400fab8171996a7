import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CommentPerson } from '../../../api/comment.ts'
import { TextArea } from '../../../controls/fields/TextInput.tsx'
import { Options } from '../../../kinds/reference/Options.tsx'
import type { FoundOptions } from '../../../kinds/reference/useOptions.ts'
import { useTranslate } from '../../data/session.tsx'
import { putMention, type TypedMention, typedMention } from './mentionText.ts'

interface Props {
  readonly id: string
  readonly value: string
  readonly describedBy?: string | undefined
  readonly invalid: boolean
  readonly autoFocus?: boolean
  people(text: string): Promise<readonly CommentPerson[]>
  onChange(text: string): void
  onMention(person: CommentPerson): void
  /** Ctrl+Enter, or ⌘Enter. */
  onSend(): void
}

const none: FoundOptions = { options: [], state: 'idle' }

/** A box for a comment: after an @ it offers names, which arrows and Enter choose. */
export function MentionBox({ id, value, describedBy, invalid, autoFocus, people, onChange, onMention, onSend }: Props) {
  const say = useTranslate()
  const box = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<TypedMention>()
  const [active, setActive] = useState(0)
  const found = usePeople(people, typed?.text)
  const open = typed !== undefined
  useEffect(() => {
    if (autoFocus) box.current?.focus()
  }, [autoFocus])
  const look = (): void => {
    const { value: text = '', selectionStart = 0 } = box.current ?? {}
    setTyped(typedMention(text, selectionStart))
    setActive(0)
  }
  const choose = (at: number): void => {
    const option = found.options[at]
    if (!option || !typed) return
    const put = putMention(value, typed, option.label)
    onMention({ id: Number(option.id), nome: option.label })
    onChange(put.text)
    setTyped(undefined)
    requestAnimationFrame(() => box.current?.setSelectionRange(put.cursor, put.cursor))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = actOfKey(event, open, found.options.length > 0)
    if (!act) return
    event.preventDefault()
    if (act === 'send') onSend()
    else if (act === 'choose') choose(active)
    else if (act === 'close') {
      event.stopPropagation()
      setTyped(undefined)
    } else setActive((active + act + found.options.length) % found.options.length)
  }
  const listed = open && found.options.length > 0
  return (
    <>
      <TextArea
        id={id}
        ref={box}
        rows={3}
        maxLength={4000}
        value={value}
        invalid={invalid}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-controls={listed ? `${id}-list` : undefined}
        aria-activedescendant={listed ? `${id}-list-${active}` : undefined}
        onChange={event => {
          onChange(event.currentTarget.value)
          look()
        }}
        onKeyDown={onKeyDown}
        onClick={look}
      />
      <Options
        id={`${id}-list`}
        label={say('comment.people')}
        open={listed}
        anchor={box}
        found={found}
        from={0}
        active={active}
        chosen={undefined}
        create={undefined}
        onChoose={choose}
        onHover={setActive}
        onClose={() => setTyped(undefined)}
      />
    </>
  )
}

/** Returns what a key does in the box: a number moves among the names. */
function actOfKey(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  open: boolean,
  found: boolean,
): 'send' | 'close' | 'choose' | 1 | -1 | undefined {
  if (key === 'Enter' && (ctrlKey || metaKey)) return 'send'
  if (!open) return undefined
  if (key === 'Escape') return 'close'
  if (!found) return undefined
  if (key === 'ArrowDown') return 1
  if (key === 'ArrowUp') return -1
  return key === 'Enter' || key === 'Tab' ? 'choose' : undefined
}

/** Those whose names hold the text, asked for when typing pauses. */
function usePeople(people: Props['people'], text: string | undefined): FoundOptions {
  const [found, setFound] = useState(none)
  useEffect(() => {
    if (text === undefined) return setFound(none)
    let current = true
    const timer = setTimeout(
      () =>
        people(text).then(
          all => current && setFound({ options: all.map(({ id, nome }) => ({ id, label: nome })), state: 'found' }),
          () => current && setFound({ options: [], state: 'failed' }),
        ),
      text === '' ? 0 : 200,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [people, text])
  return found
}

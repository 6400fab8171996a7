import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { InputProps } from '../controlProps.ts'
import { type ReferenceOption, referenceId, useInputServices } from '../inputServices.tsx'
import type { ReferenceTarget, Value } from '../kind.ts'
import { optionsMeant, referenceSearching } from './matchOptions.ts'
import { useLabel, useOptions } from './useOptions.ts'

/** What is typed and where the list stands while a record is searched for. */
interface Search {
  readonly text: string
  readonly open: boolean
  /** -1: no line is marked, so Enter chooses none. */
  readonly active: number
}

/** A text that is no value yet, and the value when it was typed: another one from outside takes its place. */
interface Typed {
  readonly text: string
  readonly at: Value
}

const closed: Search = { text: '', open: false, active: -1 }

/**
 * The combobox pattern over a register: typing searches, arrows move, Enter chooses, Esc closes and then cancels. Who leaves
 * before the search has answered has typed all the same: what is meant is chosen when the answer comes, else the text stays.
 */
export function useCombobox(props: InputProps, target: ReferenceTarget) {
  const { value, onChange, onCommit, onCancel, compact } = props
  const around = useInputServices()
  const id = referenceId(value)
  const [raw, setRaw] = useState<Typed | undefined>(() =>
    props.typed === undefined ? undefined : { text: props.typed, at: value },
  )
  const typed = raw && Object.is(raw.at, value) ? raw.text : undefined
  const [search, setSearch] = useState(closed)
  const [chosen, setChosen] = useState<ReferenceOption>()
  const label = useLabel(target, id, chosen && chosen.id === id ? chosen.label : props.label, props.onLost)
  const found = useOptions(target, search.text, search.open)
  const mayCreate = around.create !== undefined && (around.mayCreate?.(target.to) ?? false)
  const create =
    mayCreate && found.state !== 'searching'
      ? search.text.trim() === ''
        ? around.say('create-new')
        : around.say('create-text', { text: search.text.trim() })
      : undefined
  const last = found.options.length - (create === undefined ? 1 : 0)

  const open = (text: string, active: number): void => setSearch({ text, open: true, active })
  const close = (): void => setSearch(closed)
  /** Counts what was asked: an answer counts as long as nothing was typed or chosen since. */
  const asked = useRef(0)
  const before = useRef(value)
  const latest = useRef(props)
  latest.current = props
  const take = (option: ReferenceOption): void => {
    asked.current += 1
    setChosen(option)
    setRaw(undefined)
    close()
    onChange(option.id)
    onCommit?.()
  }
  /** Enter was pressed for a text whose answer is on its way: the marked one of that answer is meant. */
  const [entered, setEntered] = useState<string>()
  const answer = useRef(take)
  answer.current = take
  useEffect(() => {
    if (entered === undefined || found.state === 'searching') return
    setEntered(undefined)
    const option = search.open && search.text === entered ? found.options[Math.max(0, search.active)] : undefined
    if (option) answer.current(option)
  }, [entered, found, search])
  const resolve = (text: string, known?: readonly ReferenceOption[]): void => {
    asked.current += 1
    const mine = asked.current
    const end = (options: readonly ReferenceOption[]): void => {
      if (mine !== asked.current) return
      const [only, ...others] = optionsMeant(options, text, false)
      if (only && others.length === 0) {
        answer.current(only)
        return
      }
      const title = around.titleOf?.(target.to) ?? props.field.title
      const code = only ? 'list.ambiguous' : 'list.not-found'
      latest.current.onChange(latest.current.value, { code, params: { text: text.trim(), title } }, text)
    }
    if (known) end(known)
    else around.search(target.to, text.trim(), target.where).then(end, () => undefined)
  }
  const begun = useRef(() => raw && resolve(raw.text))
  useEffect(() => {
    // Typed on an earlier visit, or before its part of the form was left.
    begun.current()
    return () => {
      asked.current += 1
    }
  }, [])
  const type = (text: string): void => {
    asked.current += 1
    open(text, 0)
    const empty = text.trim() === '' && !compact
    setRaw({ text, at: empty ? null : value })
    if (empty) onChange(null)
    else if (text === label) onChange(value)
    else (props.onType ?? onChange)(value, { code: referenceSearching, params: { text: text.trim() } }, text)
  }
  const leave = (): void => {
    const listed = search.open && found.state === 'found' && search.text === typed ? found.options : undefined
    close()
    // In a cell the grid reads what is left.
    if (typed === undefined || compact) return
    if (typed.trim() === '' || typed === label) setRaw(undefined)
    else resolve(typed, listed)
  }
  const clear = (): void => {
    asked.current += 1
    setRaw(undefined)
    close()
    onChange(null)
  }
  const choose = (at: number): void => {
    const option = found.options[at]
    if (option) take(option)
    else if (create !== undefined) {
      close()
      around.create?.(target.to, search.text.trim()).then(made => made && take(made))
    }
  }
  const move = (by: number): void =>
    setSearch(now => ({ ...now, active: last < 0 ? -1 : (Math.max(now.active, by < 0 ? 0 : -1) + by + last + 1) % (last + 1) }))
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrows = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (arrows !== 0 && !event.altKey) {
      event.preventDefault()
      if (search.open) move(arrows)
      else open('', 0)
    } else if (event.key === 'Enter') {
      if (search.open || onCommit) event.preventDefault()
      const marked = search.open && search.active >= 0
      // What is listed while a search runs belongs to an older text.
      if (search.open && found.state === 'searching') setEntered(marked ? search.text : undefined)
      else if (marked) choose(search.active)
      else onCommit?.()
    } else if (event.key === 'Escape') {
      if (!compact && raw !== undefined) {
        event.stopPropagation()
        asked.current += 1
        onChange(before.current)
      }
      setRaw(undefined)
      onCancel?.()
    }
  }
  return {
    text: typed ?? label ?? (id === undefined ? '' : String(id)),
    found,
    search,
    create,
    clear,
    choose,
    close,
    onKeyDown,
    chosenId: id,
    address: id === undefined ? undefined : around.address?.(target.to, id),
    hover: (at: number) => setSearch(now => ({ ...now, active: at })),
    onClick: () => search.open || open(typed ?? '', typed ? 0 : -1),
    onFocus: () => {
      before.current = value
    },
    type,
    leave,
  }
}

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ReferenceTarget } from '../kind.ts'
import type { InputProps } from '../look.ts'
import { type Option, referenceId, useSurroundings } from '../surroundings.tsx'
import { useLabel, useOptions } from './useOptions.ts'

/** What is typed and where the list stands while a record is searched for. */
interface Search {
  readonly text: string
  readonly open: boolean
  /** -1: no line is marked, so Enter chooses none. */
  readonly active: number
}

const closed: Search = { text: '', open: false, active: -1 }

/** The combobox pattern over a register: typing searches, arrows move, Enter chooses, Esc closes and then cancels. */
export function useCombobox(props: InputProps, target: ReferenceTarget) {
  const { value, onChange, onCommit, onCancel, compact } = props
  const around = useSurroundings()
  const id = referenceId(value)
  const [typed, setTyped] = useState<string>()
  const [search, setSearch] = useState(closed)
  const [chosen, setChosen] = useState<Option>()
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
  const take = (option: Option): void => {
    setChosen(option)
    setTyped(undefined)
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
  const clear = (): void => {
    setTyped(undefined)
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
      if (!compact && typed !== undefined) event.stopPropagation()
      setTyped(undefined)
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
    onClick: () => search.open || open('', -1),
    type: (text: string) => {
      setTyped(text)
      open(text, 0)
    },
    /** Leaving: an emptied box empties the value, anything else goes back to the record that is chosen. */
    leave: () => {
      close()
      if (typed !== undefined && typed.trim() === '' && id !== undefined) onChange(null)
      setTyped(undefined)
    },
  }
}

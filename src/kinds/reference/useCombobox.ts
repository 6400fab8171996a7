import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { InputProps } from '../controlProps.ts'
import { type ReferenceOption, referenceId, useInputServices } from '../inputServices.tsx'
import type { ReferenceTarget } from '../kind.ts'
import { holdsTyped } from './matchOptions.ts'
import { referenceText } from './referenceText.ts'
import { type TakeAll, useEnteredTexts } from './useEnteredTexts.ts'
import { useLabel } from './useOptions.ts'
import { useReferenceSearch } from './useReferenceSearch.ts'
import { useTypedReference } from './useTypedReference.ts'

type Search = ReturnType<typeof useReferenceSearch>

/** The combobox pattern over a register: typing searches, arrows move, Enter chooses, Esc closes and then cancels. */
export function useCombobox(props: InputProps, target: ReferenceTarget, takeAll?: TakeAll) {
  const { value, onChange, onCommit, onCancel, compact } = props
  const around = useInputServices()
  const id = referenceId(value)
  const [chosen, setChosen] = useState<ReferenceOption>()
  const label = referenceText(target, id, useLabel(target, id, chosen?.id === id ? chosen?.label : props.label, props.onLost))
  const search = useReferenceSearch(target)
  const { found } = search
  const before = useRef(value)
  const take = (option: ReferenceOption): void => {
    setChosen(option)
    typed.drop()
    search.close()
    onChange(option.id)
    onCommit?.()
  }
  const typed = useTypedReference(props, target, label, take)
  const awaitEntered = useEnteredText(search, take)
  const settleApart = useEnteredTexts(props, target, typed, takeAll)

  const choose = (at: number): void => chooseLine(at, search, target, around, take)
  const enter = (): void => {
    const marked = search.open && search.active >= 0
    // Options listed while a search runs belong to an older text.
    const searching = search.open && found.state === 'searching'
    if (searching && takeAll && marked && search.text.trim() !== '') {
      settleApart(search.text)
      typed.drop()
      search.close()
    } else if (searching) awaitEntered(marked ? search.text : undefined)
    else if (!marked) onCommit?.()
    else if (search.chosen || isHeld(found.options[search.active], search.text)) choose(search.active)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrows = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (arrows !== 0 && !event.altKey) {
      event.preventDefault()
      if (search.open) search.move(arrows)
      else search.seek('', 0)
    } else if (event.key === 'Enter') {
      if (search.open || onCommit) event.preventDefault()
      enter()
    } else if (event.key === 'Escape') {
      const restores = !compact && typed.begun
      typed.drop()
      if (restores) event.stopPropagation()
      if (restores) onChange(before.current)
      onCancel?.()
    }
  }
  return {
    text: typed.text ?? label ?? (id === undefined ? '' : String(id)),
    search,
    choose,
    onKeyDown,
    chosenId: id,
    address: id === undefined ? undefined : around.address?.(target.to, id),
    onClick: () => search.open || search.seek(typed.text ?? '', typed.text ? 0 : -1),
    onFocus: () => {
      before.current = value
      if (isEmptyCell(props) && typed.text === undefined && !search.open) search.seek('', -1)
    },
    type: (text: string): void => {
      search.seek(text, 0)
      typed.type(text)
    },
    leave: (): void => {
      const listed = search.open && found.state === 'found' && search.text === typed.text
      search.close()
      typed.settle(listed ? found.options : undefined)
    },
    clear: (): void => {
      typed.drop()
      search.close()
      onChange(null)
    },
  }
}

/** Takes the option of a line, or makes a record of the text in the line that creates one. */
function chooseLine(
  at: number,
  search: Search,
  target: ReferenceTarget,
  around: ReturnType<typeof useInputServices>,
  take: (option: ReferenceOption) => void,
): void {
  const option = search.found.options[at]
  if (option) take(option)
  else if (search.create !== undefined) {
    search.close()
    around.create?.(target, search.text.trim()).then(made => made && take(made))
  }
}

/** A cell is opened to choose: an empty one shows what there is. */
const isEmptyCell = ({ compact, autoFocus, value }: InputProps): boolean =>
  compact === true && autoFocus === true && referenceId(value) === undefined

/** Tells whether Enter may take the first option, to which nobody went: otherwise the list stays open to choose from. The line that creates a record is no option. */
const isHeld = (option: ReferenceOption | undefined, text: string): boolean =>
  option === undefined || holdsTyped(option, text.trim())

/** Enter pressed for a text whose answer is on its way: the line that is marked in that answer is meant, and taken then. */
function useEnteredText(search: Search, take: (option: ReferenceOption) => void) {
  const [entered, setEntered] = useState<string>()
  const answer = useRef(take)
  answer.current = take
  const { found, open, text, active } = search
  useEffect(() => {
    if (entered === undefined || found.state === 'searching') return
    setEntered(undefined)
    const option = open && text === entered ? found.options[Math.max(0, active)] : undefined
    if (option && isHeld(option, text)) answer.current(option)
  }, [entered, found, open, text, active])
  return setEntered
}

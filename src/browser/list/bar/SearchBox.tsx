import { chakra } from '@chakra-ui/react/styled-system'
import { Search, X } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../controls/Button.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { pageCommandOf } from '../../ui/keyboard/pageKeys.ts'
import { createOwnSearches } from '../query/ownSearches.ts'
import { isScannedCode } from './scannedCode.ts'

interface Props {
  readonly text: string
  readonly label: string
  /** As much of the label as the box has room for. */
  readonly hint: string
  readonly clearLabel: string
  onSearch(text: string): void
  /** Enter: the way to what the text leads to by itself, when it is not to be searched for. */
  onScan?(text: string): Promise<(() => void) | undefined>
}

/** Pause after the last key before the list is asked again. */
const pause = 300

/** Free text over the register. `/` reaches it from anywhere on the page, Esc empties it. */
export function SearchBox({ text, label, hint, clearLabel, onSearch, onScan }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const { typed, setTyped, put, enter } = useSearchText(text, onSearch, onScan)
  useSearchKey(box)
  return (
    <chakra.div role="search" flex={{ base: '1 1 9rem', md: '1 1 14rem' }} minWidth="9rem" maxWidth="24rem">
      <TextInput
        ref={box}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={hint}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            // A scanner types on where it ended: its next code takes the place of this one, whatever became of it.
            if (isScannedCode(typed)) event.currentTarget.select()
            void enter()
          }
          if (event.key === 'Escape' && typed !== '') {
            event.stopPropagation()
            put('')
          }
        }}
        before={<Search aria-hidden />}
        after={
          typed === '' ? undefined : (
            <IconButton label={clearLabel} size="sm" marginInlineEnd="-1.5" onClick={() => put('')}>
              <X aria-hidden />
            </IconButton>
          )
        }
      />
    </chakra.div>
  )
}

/** Holds the text of the box: sent after a pause, at once by Enter, and following an address that changed by other means. */
function useSearchText(text: string, onSearch: Props['onSearch'], onScan: Props['onScan']) {
  const [typed, setTyped] = useState(text)
  const [own] = useState(() => createOwnSearches(text))
  const now = useRef({ typed, onSearch })
  now.current = { typed, onSearch }
  useEffect(() => {
    const followed = own.follow(text, now.current.typed)
    if (followed !== undefined) setTyped(followed)
  }, [text, own])
  const send = useCallback(
    (next: string): void => {
      own.make(next)
      now.current.onSearch(next)
    },
    [own],
  )
  useEffect(() => {
    if (typed === own.last) return
    const timer = setTimeout(() => {
      if (typed !== own.last) send(typed)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, own, send])
  const put = (next: string): void => {
    setTyped(next)
    send(next)
  }
  const latest = useRef<string>(undefined)
  useEffect(() => {
    latest.current = typed
    return () => {
      latest.current = undefined
    }
  }, [typed])
  const asked = useRef<string>(undefined)
  const enter = async (): Promise<void> => {
    const wanted = typed
    if (asked.current === wanted) return
    const before = own.last
    own.last = wanted
    asked.current = wanted
    const go = wanted === '' ? undefined : await onScan?.(wanted)
    if (asked.current === wanted) asked.current = undefined
    // Something else was typed meanwhile, or the page was left: the answer comes too late.
    if (latest.current !== wanted) return
    if (go) return go()
    own.last = before
    put(wanted)
  }
  return { typed, setTyped, put, enter }
}

/** `/` brings the keyboard to the box, where it means nothing else. */
function useSearchKey(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const reach = (event: KeyboardEvent): void => {
      const busy =
        event.target instanceof Element && event.target.closest('input,textarea,select,[role=gridcell],dialog,[contenteditable]')
      if (pageCommandOf(event) !== 'search' || busy) return
      event.preventDefault()
      box.current?.focus()
    }
    addEventListener('keydown', reach)
    return () => removeEventListener('keydown', reach)
  }, [box])
}

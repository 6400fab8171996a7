import { chakra } from '@chakra-ui/react/styled-system'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { TextInput } from './fields/TextInput.tsx'

/** Something that a finder offers. */
export interface FinderOption {
  readonly id: string
  readonly title: string
  /** A second, quieter text: a tax number, where a screen stands in the menu. */
  readonly detail?: string | undefined
  readonly icon?: ReactNode
  /** The one in force, marked. */
  readonly current?: boolean
}

const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '3',
    py: '1.5',
    minHeight: '2.5rem',
    borderRadius: 'md',
    cursor: 'pointer',
    '&[data-active]': { bg: 'bg.muted' },
    '&[aria-selected="true"]': { color: 'accent.fg', fontWeight: 'medium' },
    '& > svg, & > span[aria-hidden]': { color: 'fg.muted' },
    '& > svg': { boxSize: '1.125rem' },
    '@media (pointer: coarse)': { minHeight: '2.75rem' },
  },
})

export interface FinderProps {
  /** Names box and list, read aloud. */
  readonly label: string
  readonly placeholder: string
  /** What to offer for a typed text: the caller filters and orders. */
  find(text: string): readonly FinderOption[]
  /** Shown when nothing is found. */
  empty(text: string): ReactNode
  /** Without the box, when there is little to choose from; arrows work on the list itself. */
  readonly box?: boolean
  onChoose(found: FinderOption): void
  /** Another text was typed: what comes from elsewhere is asked for. */
  onText?(text: string): void
  /** More for this text is on its way: Enter waits for it when there is nothing to choose yet. */
  readonly coming?: boolean
  /** What was typed before the box was there. */
  typed?(): { readonly text: string; readonly enter: boolean }
}

/** Type, arrows, Enter: a box over a list of what was found (a combobox whose list is always open). */
export function Finder({ label, placeholder, find, empty, box = true, onChoose, onText, coming = false, typed }: FinderProps) {
  const [text, setText] = useState('')
  const found = find(text)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      found.findIndex(one => one.current),
    ),
  )
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const active = found[Math.min(at, found.length - 1)]
  const activeId = active ? `${id}-${active.id}` : undefined
  /** Enter was pressed before there was anything to choose. */
  const [entered, setEntered] = useState(false)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  useEffect(() => (box ? input : list).current?.focus(), [box])

  const put = (next: string): void => {
    setText(next)
    onText?.(next)
    setAt(0)
    setEntered(false)
  }
  const begun = useRef({ typed, put })
  useEffect(() => {
    const { text, enter } = begun.current.typed?.() ?? { text: '', enter: false }
    if (text === '') return
    begun.current.put(text)
    setEntered(enter)
  }, [])
  const chosen = useRef(onChoose)
  chosen.current = onChoose
  useEffect(() => {
    if (!entered || (!active && coming)) return
    setEntered(false)
    if (active) chosen.current(active)
  }, [entered, active, coming])

  const keys = (event: KeyboardEvent) => {
    const to = step(event.key, at, found.length)
    if (event.key === 'Enter' && active) onChoose(active)
    else if (event.key === 'Enter' && coming) setEntered(true)
    else if (to === undefined) return
    else setAt(to)
    event.preventDefault()
  }
  const aria = { 'aria-label': label, 'aria-activedescendant': activeId, onKeyDown: keys }

  return (
    <>
      {box ? (
        <chakra.div p="2" borderBottomWidth="1px" borderColor="border.muted">
          <TextInput
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            ref={input}
            before={<Search aria-hidden />}
            placeholder={placeholder}
            value={text}
            onChange={event => put(event.currentTarget.value)}
            {...aria}
          />
        </chakra.div>
      ) : null}
      <chakra.div
        id={`${id}-list`}
        ref={list}
        role="listbox"
        p="1"
        overflow="auto"
        flex="1"
        minHeight="0"
        {...(box ? { 'aria-label': label } : { tabIndex: 0, ...aria })}
      >
        {found.map((one, index) => (
          <Line
            key={one.id}
            id={`${id}-${one.id}`}
            role="option"
            aria-selected={one.current ?? false}
            data-active={one === active || undefined}
            onPointerMove={() => setAt(index)}
            onClick={() => onChoose(one)}
          >
            {one.icon}
            <chakra.span minWidth="0" flex="1">
              <chakra.span display="block" truncate>
                {one.title}
              </chakra.span>
              {one.detail ? (
                <chakra.span display="block" textStyle="note" fontWeight="normal" truncate>
                  {one.detail}
                </chakra.span>
              ) : null}
            </chakra.span>
          </Line>
        ))}
        {found.length === 0 ? (
          <chakra.p role="status" color="fg.muted" px="3" py="4" textAlign="center">
            {empty(text)}
          </chakra.p>
        ) : null}
      </chakra.div>
    </>
  )
}

function step(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

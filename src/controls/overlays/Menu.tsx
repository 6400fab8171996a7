import { chakra } from '@chakra-ui/react/styled-system'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { moveFocus } from '../moveFocus.ts'
import type { AnchorSide } from './anchor.ts'
import { Popover } from './Popover.tsx'

/** One line of a menu. */
export interface MenuEntry {
  readonly id: string
  readonly title: string
  readonly icon?: ReactNode
  /** Keys that do the same, or a short value at the right. */
  readonly aside?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  /** Why it is disabled, as its tip. */
  readonly reason?: string
  /** Set on entries that are on or off: they show a tick and leave the menu open. */
  readonly checked?: boolean
  /** The entry of what is open now. */
  readonly current?: boolean
  act(): void
}

export type MenuPart = MenuEntry | { readonly heading: string } | { readonly line: string }

const Item = chakra('button', {
  base: {
    display: 'flex',
    width: '100%',
    alignItems: 'center',
    gap: '2.5',
    minHeight: '2rem',
    px: '2.5',
    py: '1',
    borderRadius: 'sm',
    textAlign: 'start',
    fontSize: 'md',
    color: 'fg',
    '& svg': { boxSize: '1rem', color: 'fg.muted', flexShrink: 0 },
    '&:hover, &:focus-visible': { bg: 'bg.muted', outline: 'none' },
    '&[aria-disabled="true"]': { opacity: 0.5 },
    '&[aria-current]': { color: 'accent.fg', fontWeight: 'medium' },
    '&[data-danger]': {
      color: 'danger.fg',
      '& svg': { color: 'danger.fg' },
      '&:hover, &:focus-visible': { bg: 'danger.subtle' },
    },
    '@media (pointer: coarse)': { minHeight: '2.75rem' },
  },
})

export interface MenuProps {
  /** Name of the list, read aloud. */
  readonly label: string
  readonly entries: readonly MenuPart[]
  readonly side?: AnchorSide
  /** Something above the entries: who is signed in. */
  readonly header?: ReactNode
  /** Draws the button; spread what it is given. */
  trigger(props: MenuTrigger): ReactNode
}

export interface MenuTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string | undefined
  onClick(): void
  onKeyDown(event: KeyboardEvent): void
}

/** A button that opens a list of actions: arrows, Home, End and first letters move; Esc closes and focus returns. */
export function Menu({ label, entries, side = 'bottom-end', header, trigger }: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = (refocus: boolean) => {
    setOpen(false)
    if (refocus) button.current?.focus()
  }
  const run = (entry: MenuEntry) => {
    if (entry.disabled) return
    if (entry.checked === undefined) close(true)
    entry.act()
  }
  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
        onKeyDown: event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        },
      })}
      <Popover open={open} anchor={button} side={side} onClose={reason => close(reason === 'escape')} p="1" minWidth="13rem">
        {header}
        <List id={id} label={label} entries={entries} run={run} leave={() => close(true)} />
      </Popover>
    </>
  )
}

interface ListProps {
  readonly id: string
  readonly label: string
  readonly entries: readonly MenuPart[]
  run(entry: MenuEntry): void
  leave(): void
}

function List({ id, label, entries, run, leave }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(), [])
  return (
    <div
      id={id}
      ref={list}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={event => {
        if (event.key === 'Tab') leave()
        else moveFocus(event, '[role^="menuitem"]', 'vertical')
      }}
    >
      {entries.map(part =>
        'id' in part ? (
          <Line key={part.id} entry={part} run={run} />
        ) : (
          <Divider key={'heading' in part ? part.heading : part.line} part={part} />
        ),
      )}
    </div>
  )
}

function Line({ entry, run }: { readonly entry: MenuEntry; run(entry: MenuEntry): void }) {
  const checkable = entry.checked !== undefined
  return (
    <Item
      type="button"
      role={checkable ? 'menuitemcheckbox' : 'menuitem'}
      tabIndex={-1}
      aria-disabled={entry.disabled || undefined}
      aria-current={entry.current ? 'page' : undefined}
      data-danger={entry.danger || undefined}
      data-tip={entry.disabled ? entry.reason : undefined}
      onClick={() => run(entry)}
      {...(checkable ? { 'aria-checked': entry.checked } : {})}
    >
      {checkable ? <Check aria-hidden style={{ visibility: entry.checked ? 'visible' : 'hidden' }} /> : entry.icon}
      <chakra.span flex="1" minWidth="0">
        {entry.title}
      </chakra.span>
      {entry.aside ? (
        <chakra.span color="fg.muted" fontSize="sm">
          {entry.aside}
        </chakra.span>
      ) : null}
    </Item>
  )
}

function Divider({ part }: { readonly part: { readonly heading: string } | { readonly line: string } }) {
  if ('line' in part) return <chakra.hr my="1" borderColor="border.muted" />
  return (
    <chakra.div role="presentation" textStyle="label" color="fg.muted" px="2.5" pt="2" pb="1">
      {part.heading}
    </chakra.div>
  )
}

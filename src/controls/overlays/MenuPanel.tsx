import {
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuItemGroup,
  MenuItemGroupLabel,
  MenuRoot,
  MenuSeparator,
  useMenuContext,
} from '@chakra-ui/react/menu'
import { chakra, defineSlotRecipe } from '@chakra-ui/react/styled-system'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AnchorSide } from './anchor.ts'
import { Countdown } from './Countdown.tsx'
import type { MenuEntry, MenuPart } from './menuEntry.ts'
import { Popover } from './Popover.tsx'

const recipe = defineSlotRecipe({
  slots: ['content', 'item', 'separator', 'itemGroupLabel'],
  base: {
    content: { _focusVisible: { outline: 'none' } },
    item: {
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
      cursor: 'pointer',
      userSelect: 'none',
      '& svg': { boxSize: '1rem', color: 'fg.muted', flexShrink: 0 },
      '&:hover, &:focus-visible': { bg: 'bg.muted', outline: 'none' },
      '&[aria-disabled="true"]': { opacity: 0.5, cursor: 'not-allowed' },
      '&[aria-current]': { color: 'accent.fg', fontWeight: 'medium' },
      '&[data-danger]': {
        color: 'danger.fg',
        '& svg': { color: 'danger.fg' },
        '&:hover, &:focus-visible': { bg: 'danger.subtle' },
      },
      '@media (pointer: coarse)': { minHeight: '2.75rem' },
    },
    separator: { my: '1', borderTopWidth: '1px', borderColor: 'border.muted' },
    itemGroupLabel: { textStyle: 'label', color: 'fg.muted', px: '2.5', pt: '2', pb: '1' },
  },
})

export interface MenuPanelProps {
  /** Of the list; its button has it with `-button`. */
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly side: AnchorSide
  readonly header: ReactNode
  readonly entries: readonly MenuPart[]
  onClose(refocus: boolean): void
}

/** The open list of a menu: Chakra's, in our own panel of the top layer, where no dialog hides it. */
export function MenuPanel({ id, anchor, side, header, entries, onClose }: MenuPanelProps) {
  const [marked, setMarked] = useState<string | null>(entries.find(isEntry)?.id ?? null)
  const run = (entry: MenuEntry): void => {
    if (entry.disabled) return
    if (entry.checked === undefined) onClose(true)
    entry.act()
  }
  // On from the button, as if there were no menu.
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') return
    event.stopPropagation()
    onClose(true)
  }
  return (
    <Popover
      open
      anchor={anchor}
      side={side}
      onClose={reason => onClose(reason === 'escape')}
      p="1"
      minWidth="13rem"
      onKeyDownCapture={leave}
    >
      {header}
      <MenuRoot
        open
        recipe={recipe}
        ids={{ content: id, trigger: `${id}-button` }}
        closeOnSelect={false}
        loopFocus
        highlightedValue={marked}
        // At once: Enter acts on what is marked, and the next key may be there before an idle moment is.
        onHighlightChange={({ highlightedValue }) => flushSync(() => setMarked(highlightedValue))}
      >
        <MenuContent>
          {sections(entries).map(({ key, title, parts }) =>
            title === undefined ? (
              parts.map(part => <Part key={keyOf(part)} part={part} run={run} />)
            ) : (
              <MenuItemGroup key={key}>
                <MenuItemGroupLabel>{title}</MenuItemGroupLabel>
                {parts.map(part => (
                  <Part key={keyOf(part)} part={part} run={run} />
                ))}
              </MenuItemGroup>
            ),
          )}
        </MenuContent>
      </MenuRoot>
    </Popover>
  )
}

type Listed = Exclude<MenuPart, { readonly heading: string }>

const isEntry = (part: MenuPart): part is MenuEntry => 'id' in part
const keyOf = (part: Listed): string => ('id' in part ? part.id : part.line)

interface Section {
  readonly key: string
  readonly title: string | undefined
  readonly parts: Listed[]
}

/** The entries under their headings; those before the first one and behind a line have none. */
function sections(parts: readonly MenuPart[]): readonly Section[] {
  const found: Section[] = []
  for (const part of parts) {
    if ('heading' in part) found.push({ key: part.heading, title: part.heading, parts: [] })
    else if ('line' in part) found.push({ key: part.line, title: undefined, parts: [part] })
    else {
      if (found.length === 0) found.push({ key: '', title: undefined, parts: [] })
      found.at(-1)?.parts.push(part)
    }
  }
  return found
}

interface PartProps<P> {
  readonly part: P
  run(entry: MenuEntry): void
}

const Part = ({ part, run }: PartProps<Listed>) => ('line' in part ? <MenuSeparator /> : <Line part={part} run={run} />)

function Line({ part: entry, run }: PartProps<MenuEntry>) {
  const menu = useMenuContext()
  const line = useRef<HTMLDivElement>(null)
  const marked = menu.highlightedValue === entry.id
  // The focus goes along, so that the tip of a disabled entry is seen and every screen reader follows.
  useEffect(() => {
    if (marked) line.current?.focus()
  }, [marked])
  const checkable = entry.checked !== undefined
  // Chakra passes over what it knows as disabled; here it is read, with its reason.
  const props = {
    ref: line,
    value: entry.id,
    valueText: entry.title,
    tabIndex: -1,
    'aria-disabled': entry.disabled || undefined,
    'aria-current': entry.current ? ('page' as const) : undefined,
    'data-danger': entry.danger || undefined,
    'data-tip': entry.disabled ? entry.reason : undefined,
    onFocus: () => {
      if (!marked) menu.setHighlightedValue(entry.id)
    },
    onClick: () => run(entry),
  }
  const texts = (
    <>
      <chakra.span flex="1" minWidth="0">
        {entry.title}
      </chakra.span>
      {entry.until ? <Countdown until={entry.until} /> : null}
      {entry.aside ? (
        <chakra.span color="fg.muted" fontSize="sm">
          {entry.aside}
        </chakra.span>
      ) : null}
    </>
  )
  if (!checkable)
    return (
      <MenuItem {...props}>
        {entry.icon}
        {texts}
      </MenuItem>
    )
  return (
    <MenuCheckboxItem {...props} checked={entry.checked ?? false}>
      <Check aria-hidden style={{ visibility: entry.checked ? 'visible' : 'hidden' }} />
      {texts}
    </MenuCheckboxItem>
  )
}

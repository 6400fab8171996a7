import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { IconButton, type IconButtonProps } from '../Button.tsx'
import { useCodeOnDemand } from '../useCodeOnDemand.ts'
import type { AnchorSide } from './anchor.ts'
import type { MenuPart } from './menuEntry.ts'
import { menuPanel } from './menuPanel.ts'

export interface MenuProps {
  readonly entries: readonly MenuPart[]
  readonly side?: AnchorSide
  /** Something above the entries: who is signed in. */
  readonly header?: ReactNode
  /** Draws the button, whose name is the menu's too; spread what it is given. */
  trigger(props: MenuTrigger): ReactNode
}

export interface MenuTrigger {
  readonly id: string
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string | undefined
  onClick(): void
  onKeyDown(event: KeyboardEvent): void
}

/**
 * A button that opens a list of actions: arrows, Home, End and letters move; Esc closes and focus returns. The button is plain;
 * the list is Chakra's menu, fetched when a menu is first opened.
 */
export function Menu({ entries, side = 'bottom-end', header, trigger }: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const code = useCodeOnDemand(menuPanel, open, () => setOpen(false))
  const close = (refocus: boolean): void => {
    setOpen(false)
    if (refocus) button.current?.focus()
  }
  const shown = open && code !== undefined
  return (
    <>
      {trigger({
        id: `${id}-button`,
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': shown ? id : undefined,
        onClick: () => setOpen(!open),
        onKeyDown: event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        },
      })}
      {shown ? <code.MenuPanel id={id} anchor={button} side={side} header={header} entries={entries} onClose={close} /> : null}
    </>
  )
}

type IconMenuProps = Pick<MenuProps, 'entries' | 'header'> & IconButtonProps

/** A menu whose button shows only an icon (its child). */
export function IconMenu({ entries, header, ...button }: IconMenuProps) {
  return <Menu entries={entries} header={header} trigger={trigger => <IconButton {...button} {...trigger} />} />
}

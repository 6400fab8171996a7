import type { ReactNode } from 'react'

/** One line of a menu. */
export interface MenuEntry {
  readonly id: string
  readonly title: string
  readonly icon?: ReactNode
  /** Keys that do the same, or a short value at the right. */
  readonly aside?: string
  /** Moment up to which it can be done: the time that is left counts down. */
  readonly until?: string
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

/** A part of a menu, in order: entries, headings of those that follow, lines between them. */
export type MenuPart = MenuEntry | { readonly heading: string } | { readonly line: string }

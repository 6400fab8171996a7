import type { ReactNode } from 'react'

/** A question that is answered by one of two buttons. */
export interface Question {
  readonly title: string
  readonly message: ReactNode
  /** The text of the main button, a verb. */
  readonly confirm: string
  readonly cancel?: string
  /** Red, for what loses something. */
  readonly danger?: boolean
}

/** A message with its title, and how it is closed. */
export interface MessageProps {
  readonly title: string
  readonly message: string
  /** It has a spinner and no OK. */
  readonly waiting: boolean
  close(): void
}

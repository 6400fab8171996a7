import type { ReactNode } from 'react'

/** Something that a finder offers. */
export interface FinderOption {
  readonly id: string
  readonly title: string
  /** A second, quieter text: a tax number, where a screen stands in the menu. */
  readonly detail?: string | undefined
  readonly icon?: ReactNode
  /** The one in force, marked. */
  readonly current?: boolean
  /** It does not hold all that was typed: Enter takes it only when somebody went to it. */
  readonly like?: boolean
}

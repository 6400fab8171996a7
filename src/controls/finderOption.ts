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
}

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import './button.css'
import type { Tone } from './theme/palette.ts'

export interface ChipProps {
  readonly tone?: Tone | 'accent'
  readonly icon?: ReactNode
  readonly children: ReactNode
  /** Adds an ✕; the label says what it removes. */
  readonly remove?: { readonly label: string; act(): void }
  readonly title?: string
}

/** A short word with a meaning: a status, a filter in force. */
export function Chip({ tone = 'neutral', icon, children, remove, title }: ChipProps) {
  return (
    <span className={`chip is-${tone}`} {...(title ? { title } : {})}>
      {icon}
      <span>{children}</span>
      {remove ? (
        <button type="button" aria-label={remove.label} data-tip={remove.label} onClick={() => remove.act()}>
          <X aria-hidden />
        </button>
      ) : null}
    </span>
  )
}

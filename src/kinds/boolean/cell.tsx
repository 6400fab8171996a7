import { Check, Minus } from 'lucide-react'
import type { CellProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'

/** Yes or no: a sign and its word, so that a column of them reads at a glance and aloud. */
export function Cell({ value }: CellProps) {
  const { say } = useInputServices()
  const on = value === true
  const Sign = on ? Check : Minus
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4, opacity: on ? 1 : 0.7 }}>
      <Sign aria-hidden size={14} strokeWidth={on ? 2.5 : 2} />
      {say(on ? 'yes' : 'no')}
    </span>
  )
}

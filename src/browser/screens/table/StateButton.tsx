import { Check, CircleAlert } from 'lucide-react'
import { Button, type ButtonProps } from '../../../controls/Button.tsx'

/** How far what a button does has come. */
export type ButtonState = 'idle' | 'running' | 'done' | 'failed'

interface Props extends Omit<ButtonProps, 'children' | 'busy' | 'look'> {
  readonly state: ButtonState
  /** Its text in each state. */
  readonly texts: Readonly<Record<ButtonState, string>>
  /** One of several in a row: it does not stand out. */
  readonly quiet?: boolean
}

/** A button that says how what it does goes. While it runs it takes no click, and none once it was done. */
export function StateButton({ state, texts, icon, quiet = false, onClick, ...rest }: Props) {
  const shown = state === 'done' ? <Check aria-hidden /> : state === 'failed' ? <CircleAlert aria-hidden /> : icon
  return (
    <Button
      {...rest}
      look={state === 'idle' && !quiet ? 'solid' : 'outline'}
      danger={state === 'failed'}
      busy={state === 'running'}
      aria-disabled={state === 'done' || undefined}
      icon={shown}
      onClick={state === 'done' ? undefined : onClick}
    >
      <span aria-live="polite">{texts[state]}</span>
    </Button>
  )
}

import type { ComponentProps } from 'react'
import './field.css'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'onChange' | 'checked' | 'type'> {
  readonly checked: boolean
  readonly busy?: boolean
  onChange(checked: boolean): void
}

/** On or off, at once. Give it an `aria-label` or a `<label htmlFor>`. */
export function Switch({ checked, busy = false, disabled, onChange, className, ...rest }: SwitchProps) {
  return (
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is on
      role="switch"
      className={className ? `switch ${className}` : 'switch'}
      checked={checked}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      onChange={event => onChange(event.currentTarget.checked)}
      {...rest}
    />
  )
}

import type { ComponentProps } from 'react'
import './field.css'
import { boxClass } from './boxClass.ts'

export interface SelectOption {
  readonly value: string
  readonly title: string
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'size'> {
  readonly options: readonly SelectOption[]
  readonly value: string
  readonly invalid?: boolean
  readonly size?: 'sm'
  /** Fills a grid's cell, which draws the frame. */
  readonly compact?: boolean | undefined
  /** Text of the empty choice; without it there is none. */
  readonly blank?: string
  onChange(value: string): void
}

/** The system's own select: right on phones, with type-ahead and arrows everywhere. */
export function Select(props: SelectProps) {
  const { options, value, invalid = false, size, compact, blank, onChange, className, ...rest } = props
  return (
    <select
      aria-invalid={invalid || undefined}
      className={boxClass('is-choice', size && 'is-small', compact && 'is-compact', className)}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      {...rest}
    >
      {blank === undefined ? null : <option value="">{blank}</option>}
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.title}
        </option>
      ))}
    </select>
  )
}

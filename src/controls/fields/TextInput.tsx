import { type ComponentProps, memo, type ReactNode } from 'react'
import './field.css'
import { boxClass } from './boxClass.ts'

export interface TextInputProps extends ComponentProps<'input'> {
  readonly invalid?: boolean
  /** Numbers stand at the end, digit under digit. */
  readonly align?: 'end'
  /** Fills a grid's cell, which draws the frame. */
  readonly compact?: boolean | undefined
  /** A unit or icon inside the box: 'R$' before, '%' after. */
  readonly before?: ReactNode
  readonly after?: ReactNode
  /** Icons that there is room for at the end. */
  readonly afterRoom?: 1 | 2
}

/** A one-line box. Told the same again, it leaves the page alone: React would write the control's attributes anew. */
export const TextInput = memo(function TextInput(props: TextInputProps) {
  const { invalid = false, align, compact, before, after, afterRoom = 1, className, ...rest } = props
  const box = (
    <input
      aria-invalid={invalid || undefined}
      autoComplete="off"
      className={boxClass(
        align && 'is-end',
        compact && 'is-compact',
        before && (typeof before === 'string' && before.length > 2 ? 'has-wide-before' : 'has-before'),
        after && (afterRoom === 2 ? 'has-two-after' : 'has-after'),
        className,
      )}
      {...rest}
    />
  )
  if (!before && !after) return box
  return (
    <span className="field-wrap">
      {before ? <span data-side="start">{before}</span> : null}
      {box}
      {after ? <span data-side="end">{after}</span> : null}
    </span>
  )
})

export interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly invalid?: boolean
}

/** A box of several lines that grows with its text. */
export function TextArea({ invalid = false, className, ...rest }: TextAreaProps) {
  return <textarea aria-invalid={invalid || undefined} className={boxClass('is-lines', className)} {...rest} />
}

import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './field.css'

export interface FormFieldProps {
  /** Id of the control; `describedBy` gives the ids of its texts. */
  readonly id: string
  readonly label: string
  readonly required?: boolean
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly warning?: string | undefined
  /** At the right of the label: a small action or counter. */
  readonly aside?: ReactNode
  /** A group of controls (radios, weekdays) has no single control for a label to point to. */
  readonly group?: boolean
  readonly children: ReactNode
}

/** Label above, control, help or problem under. Required is marked, optional is not. */
export function FormField({ id, label, required = false, help, error, warning, aside, group = false, children }: FormFieldProps) {
  const labelId = `${id}-label`
  const text = (
    <>
      {label}
      {required ? (
        <span className="field-required" aria-hidden>
          {' *'}
        </span>
      ) : null}
    </>
  )
  return (
    <div className="field" {...(group ? { role: 'group', 'aria-labelledby': labelId } : {})}>
      <div className="field-head">
        {group ? (
          <span id={labelId} className="field-label">
            {text}
          </span>
        ) : (
          <label id={labelId} className="field-label" htmlFor={id}>
            {text}
          </label>
        )}
        {aside}
      </div>
      {children}
      <FieldNotes id={id} help={help} error={error} warning={warning} />
    </div>
  )
}

/** The texts under a control, where its label stands elsewhere (a switch in a row). */
export function FieldNotes({ id, help, error, warning }: Pick<FormFieldProps, 'id' | 'help' | 'error' | 'warning'>) {
  return (
    <>
      {error ? (
        <p id={`${id}-error`} className="field-note is-danger">
          <CircleAlert aria-hidden />
          {error}
        </p>
      ) : null}
      {warning ? (
        <p id={`${id}-warning`} className="field-note is-warning" role="status">
          <TriangleAlert aria-hidden />
          {warning}
        </p>
      ) : null}
      {help && !error ? (
        <p id={`${id}-help`} className="field-note">
          {help}
        </p>
      ) : null}
    </>
  )
}

/** Returns the `aria-describedby` of the control; undefined when there is nothing under it. */
export function describedBy(
  id: string,
  notes: { readonly help?: unknown; readonly error?: unknown; readonly warning?: unknown },
): string | undefined {
  const ids = [notes.error && `${id}-error`, notes.warning && `${id}-warning`, notes.help && !notes.error && `${id}-help`]
  return ids.filter(Boolean).join(' ') || undefined
}

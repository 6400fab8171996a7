import { chakra } from '@chakra-ui/react/styled-system'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const Root = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '1', minWidth: 0 } })
const Label = chakra('label', { base: { textStyle: 'label', color: 'fg' } })
const Note = chakra('p', {
  base: { textStyle: 'note', display: 'flex', gap: '1', '& svg': { boxSize: '0.875rem', flexShrink: 0, mt: '0.125rem' } },
  variants: { tone: { danger: { color: 'danger.fg' }, warning: { color: 'warning.fg' } } },
})

export interface FieldProps {
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
export function Field({ id, label, required = false, help, error, warning, aside, group = false, children }: FieldProps) {
  return (
    <Root {...(group ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}>
      <chakra.div display="flex" justifyContent="space-between" gap="2" minWidth="0">
        <Label id={`${id}-label`} {...(group ? { as: 'span' } : { htmlFor: id })}>
          {label}
          {required ? (
            <chakra.span color="danger.fg" aria-hidden>
              {' *'}
            </chakra.span>
          ) : null}
        </Label>
        {aside}
      </chakra.div>
      {children}
      <FieldNotes id={id} help={help} error={error} warning={warning} />
    </Root>
  )
}

/** The texts under a control, where its label stands elsewhere (a switch in a row). */
export function FieldNotes({ id, help, error, warning }: Pick<FieldProps, 'id' | 'help' | 'error' | 'warning'>) {
  return (
    <>
      {error ? (
        <Note id={`${id}-error`} tone="danger">
          <CircleAlert aria-hidden />
          {error}
        </Note>
      ) : null}
      {warning ? (
        <Note id={`${id}-warning`} tone="warning" role="status">
          <TriangleAlert aria-hidden />
          {warning}
        </Note>
      ) : null}
      {help && !error ? <Note id={`${id}-help`}>{help}</Note> : null}
    </>
  )
}

/** What `aria-describedby` of the control says; undefined when there is nothing under it. */
export function describedBy(
  id: string,
  notes: { readonly help?: unknown; readonly error?: unknown; readonly warning?: unknown },
): string | undefined {
  const ids = [notes.error && `${id}-error`, notes.warning && `${id}-warning`, notes.help && !notes.error && `${id}-help`]
  return ids.filter(Boolean).join(' ') || undefined
}

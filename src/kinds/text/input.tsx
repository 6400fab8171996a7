import { lazy, Suspense } from 'react'
import { TextArea, TextInput } from '../../controls/fields/TextInput.tsx'
import type { InputProps } from '../controlProps.ts'
import { isNumberKind } from '../numbers.ts'
import { keyboardOf, unitSignOf } from '../typedText.ts'
import { useTyping } from '../useTyping.ts'

const ColourPicker = lazy(() => import('./ColourPicker.tsx'))
const LateTextInput = lazy(() => import('./LateTextInput.tsx'))

/** Edits a line of text: serves every kind whose value is read from text alone. */
export function Input(props: InputProps) {
  const { id, field, invalid, readOnly, autoFocus, describedBy, compact, variant } = props
  const typing = useTyping(props)
  const shared = {
    id,
    name: field.name,
    ...typing.box,
    invalid: invalid || typing.unreadable,
    'aria-required': field.required || undefined,
    ...(readOnly ? { readOnly } : {}),
    ...(autoFocus ? { autoFocus } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(compact ? { 'aria-label': field.title, compact: true } : {}),
  }
  const look = field.refine?.look
  if (!compact && (variant === 'lines' || look === 'lines')) return <TextArea {...shared} rows={3} {...limit(field.maxLength)} />
  if (look === 'file' || look === 'secret')
    return (
      <Suspense fallback={null}>
        <LateTextInput {...props} />
      </Suspense>
    )
  const unit = unitSignOf(field)
  const before =
    look === 'colour' ? (
      <Suspense fallback={<span style={{ width: '1.25rem' }} />}>
        <ColourPicker text={typing.text} put={typing.put} readOnly={readOnly} />
      </Suspense>
    ) : compact ? undefined : (
      unit.before
    )
  return (
    <TextInput
      {...shared}
      {...limit(isNumberKind(field) ? undefined : field.maxLength)}
      type="text"
      inputMode={keyboardOf(field)}
      autoComplete={field.autocomplete ?? 'off'}
      {...(isNumberKind(field) ? { align: 'end' as const } : {})}
      {...(before ? { before } : {})}
      {...(unit.after && !compact ? { after: unit.after } : {})}
    />
  )
}

/** Room for the marks of a mask is left, for a pasted text may hold them; the check has the last word. */
const limit = (max: number | undefined) => (max === undefined ? {} : { maxLength: max + 10 })

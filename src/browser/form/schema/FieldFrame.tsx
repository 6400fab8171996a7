import type { FieldTemplateProps } from '@rjsf/utils'
import type { ReactNode } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { FieldNotes, FormField } from '../../../controls/fields/FormField.tsx'
import { holdsYesOrNo, kindByName } from '../../../kinds/values.ts'
import type { Field } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { afterPointerUp } from '../children/afterPointerUp.ts'
import type { FieldView } from '../draft/formState.ts'
import { buttonLookups } from '../draft/lookups.ts'
import { controlId, useFieldPlacement, useFieldView, useForm } from '../formContext.ts'
import { useFieldNotes } from './useFieldNotes.ts'

/** Draws the frame of a field's widget: label, help and problem. The record itself and its lists have frames of their own. */
export function FieldFrame({ fieldPathId, rawErrors, rawHelp, label, children }: FieldTemplateProps) {
  const { register } = useForm()
  const [name] = fieldPathId.path
  const field = typeof name === 'string' ? fieldOf(register, name) : undefined
  if (!field) return children
  return (
    <Framed field={field} label={label} errors={rawErrors} help={rawHelp}>
      {children}
    </Framed>
  )
}

interface FramedProps {
  readonly field: Field
  readonly label: string
  readonly errors: readonly string[] | undefined
  readonly help: string | undefined
  readonly children: ReactNode
}

function Framed({ field, label, errors, help, children }: FramedProps) {
  const form = useForm()
  const { name } = field
  const { part, item } = useFieldPlacement()
  const view = useFieldView(name)
  const { toldAt, ...texts } = useFieldNotes(name, errors, help)
  const notes = toldAt === undefined ? texts : { ...texts, error: undefined }
  if (!view?.visible) return null
  const variant = item && 'field' in item ? item.variant : undefined
  const id = controlId(form, part, name)
  const leave = (): void => afterPointerUp(() => form.store.leave(name))
  if (holdsYesOrNo(field) && variant !== 'radio')
    return (
      // A switch stands before its label, on the line of the boxes beside it.
      // biome-ignore lint/a11y/noStaticElementInteractions: only hears the focus leave its control
      <div className="form-field form-switch" onBlur={leave}>
        <div className="form-toggle">
          {children}
          {variant === 'chip' ? null : <label htmlFor={id}>{label}</label>}
        </div>
        <FieldNotes id={id} {...notes} />
      </div>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears the focus leave its control
    <div className="form-field" onBlur={leave} data-field={name}>
      <FormField
        id={id}
        label={label}
        required={view.required && !view.readOnly}
        {...notes}
        group={isGroup(field, variant)}
        aside={<LookupButtons field={field} view={view} />}
      >
        {children}
      </FormField>
    </div>
  )
}

/** Controls of several parts have a name of their own instead of a label that points at one of them. */
const isGroup = (field: Field, variant: string | undefined): boolean =>
  kindByName(field.kind).entry === 'ticked' || variant === 'radio'

function LookupButtons({ field, view }: { readonly field: Field; readonly view: FieldView }) {
  const form = useForm()
  if (view.readOnly) return null
  return buttonLookups(field).map(lookup => (
    <Button
      key={lookup.button}
      look="link"
      minHeight="0"
      paddingInline="0"
      borderWidth="0"
      fontSize="sm"
      lineHeight="1.25rem"
      css={{ '@media (pointer: coarse)': { minHeight: '1.75rem' } }}
      onClick={() => form.press(field.name, lookup)}
    >
      {lookup.button}
    </Button>
  ))
}

import { memo, type ReactNode, useCallback, useMemo } from 'react'
import { Button } from '../../controls/Button.tsx'
import { describedBy, FieldNotes, FormField as Frame } from '../../controls/fields/FormField.tsx'
import type { ControlField, InputProps } from '../../kinds/controlProps.ts'
import { KindInput } from '../../kinds/inputs.ts'
import type { Value, ValueProblem } from '../../kinds/kind.ts'
import { includedLabel } from '../../kinds/reference/cell.tsx'
import { referenceSearching } from '../../kinds/reference/matchOptions.ts'
import { holdsYesOrNo, kindByName } from '../../kinds/values.ts'
import { formatProblem } from '../../model/formatMessage.ts'
import type { Field, Model } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import { afterPointerUp } from './children/afterPointerUp.ts'
import type { FieldView } from './draft/formState.ts'
import { buttonLookups } from './draft/lookups.ts'
import { controlId, useFieldPlacement, useFieldView, useForm, useFormState } from './formContext.ts'

/** A field of the record in its place: label, control, help and problem. A keystroke renders this one and no other. */
export const KindField = memo(function KindField({ name }: { readonly name: string }) {
  const form = useForm()
  const field = fieldOf(form.register, name)
  const view = useFieldView(name)
  const epoch = useFormState(state => state.epoch)
  if (!field || !view?.visible) return null
  return <Shown key={epoch} field={field} view={view} />
})

function Shown({ field, view }: { readonly field: Field; readonly view: FieldView }) {
  const form = useForm()
  const { store, model } = form
  const { name, title } = field
  const place = useFieldPlacement()
  const variant = place.item && 'field' in place.item ? place.item.variant : undefined
  const id = controlId(form, place.part, name)
  const looked: ControlField = useMemo(
    () => (field.required === view.required ? field : { ...field, required: view.required }),
    [field, view.required],
  )
  const onChange = useCallback(
    (value: Value, problem?: ValueProblem, text?: string) => {
      store.edit(name, value, problem && { ...problem, ...(text === undefined ? {} : { text }) })
      form.lookUp(name)
    },
    [store, form, name],
  )
  const onType = useCallback<typeof onChange>((...typed) => store.soon(() => onChange(...typed)), [store, onChange])
  const asks = view.problem?.code === referenceSearching
  const problem = view.problem ? formatProblem(model, view.problem) : undefined
  const notes = {
    help: asks ? problem : view.waiting ? form.say('checking') : field.help,
    error: asks ? undefined : problem,
    warning: view.warning ? form.say(view.warning) : undefined,
  }
  const value = (view.value ?? null) as Value
  const control: InputProps = {
    id,
    value,
    field: looked,
    onChange,
    onType,
    typed: store.shown().unreadable[name]?.text,
    invalid: notes.error !== undefined,
    readOnly: view.readOnly,
    describedBy: describedBy(id, notes),
    label: labelOf(field, value, store.shown().values, model),
    variant,
  }
  const leave = (): void => afterPointerUp(() => store.leave(name))
  if (holdsYesOrNo(field) && variant !== 'radio')
    return <Toggle {...{ id, title, notes, leave }} control={<KindInput {...control} />} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears the focus leave its control
    <div className="form-field" onBlur={leave} data-field={name}>
      <Frame
        id={id}
        label={title}
        required={view.required}
        {...notes}
        group={isGroup(field, variant)}
        aside={<Buttons field={field} view={view} />}
      >
        <KindInput {...control} />
      </Frame>
    </div>
  )
}

/** Controls of several parts have a name of their own instead of a label that points at one of them. */
const isGroup = (field: Field, variant: string | undefined): boolean =>
  kindByName(field.kind).entry === 'ticked' || variant === 'radio'

function labelOf(field: Field, value: Value, values: Readonly<Record<string, unknown>>, model: Model): string | undefined {
  const { reference } = field
  if (!reference || (typeof value !== 'number' && typeof value !== 'string')) return undefined
  return includedLabel(values, reference.as, value, model.registers[reference.to]?.label)
}

interface ToggleProps {
  readonly id: string
  readonly title: string
  readonly notes: { readonly help: string | undefined; readonly error: string | undefined; readonly warning: string | undefined }
  readonly control: ReactNode
  leave(): void
}

/** A switch stands before its label, on the line of the boxes beside it. */
function Toggle({ id, title, notes, control, leave }: ToggleProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears the focus leave its control
    <div className="form-field form-switch" onBlur={leave}>
      <div className="form-toggle">
        {control}
        <label htmlFor={id}>{title}</label>
      </div>
      <FieldNotes id={id} {...notes} />
    </div>
  )
}

function Buttons({ field, view }: { readonly field: Field; readonly view: FieldView }) {
  const form = useForm()
  if (view.readOnly) return null
  return buttonLookups(field).map(lookup => (
    <Button
      key={lookup.button}
      look="link"
      minHeight="0"
      borderWidth="0"
      fontSize="sm"
      lineHeight="1.25rem"
      onClick={() => form.press(field.name, lookup)}
    >
      {lookup.button}
    </Button>
  ))
}

import { type FieldProps, getUiOptions, type WidgetProps } from '@rjsf/utils'
import { useCallback, useMemo } from 'react'
import { describedBy } from '../../../controls/fields/FormField.tsx'
import { asValue } from '../../../kinds/asValue.ts'
import type { ControlField } from '../../../kinds/controlProps.ts'
import { KindInput } from '../../../kinds/inputs.ts'
import type { Value, ValueProblem } from '../../../kinds/kind.ts'
import { includedLabel } from '../../../kinds/reference/cell.tsx'
import { narrowingsOf } from '../../../kinds/reference/narrowing.ts'
import { targetOf } from '../../../model/field.ts'
import type { Field, Model } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { emptied, isUnset } from '../../../model/validation/unsetValue.ts'
import { NewRecordsFrom } from '../children/NewRecordsFrom.tsx'
import type { FieldView } from '../draft/formState.ts'
import { lookupsOf } from '../draft/lookups.ts'
import type { RecordDraft } from '../draft/recordDraft.ts'
import { controlId, useFieldPlacement, useFieldView, useForm, useFormState } from '../formContext.ts'
import { namedBy, namedFieldControl } from './namedField.ts'
import { useFieldNotes } from './useFieldNotes.ts'

/** The widget of every kind. */
export const KindWidget = ({ name, rawErrors, options }: WidgetProps) => (
  <KindControl name={name} errors={rawErrors} help={options.help} />
)

/** The same for a kind whose value is an object. */
export const KindValue = ({ name, rawErrors, uiSchema }: FieldProps) => (
  <KindControl name={name} errors={rawErrors} help={getUiOptions(uiSchema).help} />
)

interface KindControlProps {
  readonly name: string
  readonly errors: readonly string[] | undefined
  readonly help: string | undefined
}

/**
 * It draws the value that the draft holds, and not the one that rjsf was last handed: a keystroke renders this one and no other,
 * and rjsf hears of it once it is painted.
 */
function KindControl({ name, errors, help }: KindControlProps) {
  const { register } = useForm()
  const field = fieldOf(register, name)
  const view = useFieldView(name)
  const revision = useFormState(state => state.revision)
  // A text that names a field, or keeps a value of one, is asked for by another control as soon as that is another field.
  const named = useFormState(({ fields }) => (field ? namedBy(register, field, name => fields[name]?.value) : ''))
  if (!field || !view) return null
  return <Typed key={`${revision} ${named}`} field={field} view={view} errors={errors} help={help} />
}

interface TypedProps extends Omit<KindControlProps, 'name'> {
  readonly field: Field
  readonly view: FieldView
}

function Typed({ field, view, errors, help }: TypedProps) {
  const form = useForm()
  const { store, model } = form
  const { name } = field
  const { part, item } = useFieldPlacement()
  const id = controlId(form, part, name)
  const notes = useFieldNotes(name, errors, help)
  const narrowings = useMemo(() => narrowingsOf(targetOf(field)?.where), [field])
  // Choices follow the fields that narrow them.
  useFormState(({ fields }) => narrowings.map(({ own }) => String(fields[own]?.value)).join())
  const asked = useMemo(
    () => namedFieldControl(model, form.register, field, store.shown().values),
    [model, form.register, field, store],
  )
  const looked: ControlField = useMemo(
    () => withOpenOptions(field.required === view.required ? field : { ...field, required: view.required }, view.closed),
    [field, view.required, view.closed],
  )
  const write = asked?.write
  const onChange = useCallback(
    (value: Value, problem?: ValueProblem, text?: string) => {
      store.edit(
        name,
        write ? write(value) : emptied(field, value),
        problem && { ...problem, ...(text === undefined ? {} : { text }) },
      )
      form.lookUp(name)
    },
    [store, form, name, field, write],
  )
  const onType = useCallback<typeof onChange>((...typed) => store.defer(() => onChange(...typed)), [store, onChange])
  const kept = isUnset(field, view.value) ? null : asValue(view.value)
  const value = asked ? asked.read(kept) : kept
  const input = (
    <KindInput
      id={id}
      value={value}
      field={asked?.field ?? looked}
      record={store.shown().values}
      onChange={onChange}
      onType={onType}
      typed={store.shown().unreadable[name]?.text}
      invalid={notes.error !== undefined}
      readOnly={view.readOnly}
      offered={isOffered(field, store.shown())}
      describedBy={notes.toldAt === undefined ? describedBy(id, notes) : `${controlId(form, part, notes.toldAt)}-error`}
      label={labelOf(field, value, store.shown().values, model)}
      variant={item && 'field' in item ? item.variant : undefined}
    />
  )
  return targetOf(field)?.newRecord ? (
    <NewRecordsFrom register={form.register} values={() => store.shown().values}>
      {input}
    </NewRecordsFrom>
  ) : (
    input
  )
}

/** Tells whether a field holds what its lookup offers a new record, if anything: nobody typed there. */
const isOffered = (field: Field, { isNew, edited }: RecordDraft): boolean =>
  isNew && !edited.has(field.name) && lookupsOf(field).some(({ offered }) => offered)

/** A choice with ways offers the ways that are open. */
function withOpenOptions(field: Field, closed = ''): Field {
  if (closed === '' || !field.choices) return field
  const hidden = new Set(closed.split('\n'))
  return { ...field, choices: field.choices.filter(({ value }) => !hidden.has(String(value))) }
}

function labelOf(field: Field, value: Value, values: Readonly<Record<string, unknown>>, model: Model): string | undefined {
  const { reference } = field
  if (!reference || (typeof value !== 'number' && typeof value !== 'string')) return undefined
  return includedLabel(values, reference.as, value, model.registers[reference.to]?.label)
}

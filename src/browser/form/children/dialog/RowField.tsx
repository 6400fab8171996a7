import { useId, useRef } from 'react'
import { Checkbox } from '../../../../controls/fields/Checkbox.tsx'
import { describedBy, FormField } from '../../../../controls/fields/FormField.tsx'
import { asValue } from '../../../../kinds/asValue.ts'
import { KindInput } from '../../../../kinds/inputs.ts'
import type { Value, ValueProblem } from '../../../../kinds/kind.ts'
import { includedLabel } from '../../../../kinds/reference/cell.tsx'
import { holdsYesOrNo } from '../../../../kinds/values.ts'
import { formatProblem } from '../../../../model/formatMessage.ts'
import type { Field } from '../../../../model/model.ts'
import { childCellPath } from '../../draft/childCellPath.ts'
import { fieldState } from '../../draft/conditions.ts'
import type { DraftRow } from '../../draft/draftRows.ts'
import { useForm, useFormState } from '../../formContext.ts'
import { isChildFieldEditable } from '../useChildColumns.ts'
import type { RowDialogProps } from './rowDialogProps.ts'

type Props = Pick<RowDialogProps, 'list' | 'child' | 'place' | 'locked' | 'commands'> & {
  readonly row: DraftRow
  readonly field: Field
}

/** A field of a row with its label and what is wrong with it, typed as in a form. */
export function RowField({ list, child, place, locked, commands, row, field }: Props) {
  const form = useForm()
  const { store, context, model } = form
  const id = useId()
  const { name } = field
  const path = childCellPath(list.name, { row: row.key, column: name })
  const problem = useFormState(state => state.lists[list.name]?.problems[`${row.key}.${name}`])
  const parent = store.shown().values
  const scope = { ...context.scope, ...row.values, parent, isNew: row.base === undefined }
  const state = fieldState(child, field, scope, context.evaluate)
  /** Typing in one visit of the field is one step that can be taken back. */
  const begun = useRef(false)
  if (!state.visible) return null
  const readOnly = locked || !isChildFieldEditable(child, field, row, { parent, locks: place.readOnly }, context)
  const onChange = (value: Value, unread?: ValueProblem, text?: string): void => {
    if (unread) {
      store.readCell(path, { ...unread, ...(text === undefined ? {} : { text }) }, false)
      return
    }
    if (begun.current) {
      store.editCell(list.name, row.key, name, value)
      form.lookUpIn(list.name, row.key, name)
    } else commands.onEdit?.(row.key, name, value)
    begun.current = true
  }
  const error = problem && formatProblem(model, problem)
  const value = asValue(row.values[name])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears that its field was left
    <div
      data-field={name}
      onBlur={() => {
        begun.current = false
        store.leave(path)
      }}
    >
      <FormField id={id} label={field.title} required={state.required && !readOnly} help={field.help} error={error}>
        {holdsYesOrNo(field) ? (
          <Checkbox id={id} checked={value === true} disabled={readOnly} onChange={checked => onChange(checked)} />
        ) : (
          <KindInput
            id={id}
            field={field.required === state.required ? field : { ...field, required: state.required }}
            value={value}
            record={row.values}
            label={labelOf(field, value, row, form)}
            readOnly={readOnly}
            invalid={error !== undefined}
            typed={store.shown().unreadable[path]?.text}
            describedBy={describedBy(id, { error, help: field.help })}
            onChange={onChange}
            onType={(...typed) => store.defer(() => onChange(...typed))}
          />
        )}
      </FormField>
    </div>
  )
}

function labelOf({ reference }: Field, value: Value, row: DraftRow, { model }: ReturnType<typeof useForm>): string | undefined {
  if (!reference || (typeof value !== 'number' && typeof value !== 'string')) return undefined
  return includedLabel(row.values, reference.as, value, model.registers[reference.to]?.label)
}

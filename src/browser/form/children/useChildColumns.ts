import { useMemo } from 'react'
import { isTouchScreen } from '../../../controls/isTouchScreen.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { holdsYesOrNo, kindByName as kindOf } from '../../../kinds/values.ts'
import { namesUsedBy } from '../../../model/expression.ts'
import type { ChildList, Field, FormItem, Model, Register, RowLock } from '../../../model/model.ts'
import { isSystemField } from '../../../model/register.ts'
import type { GridColumn } from '../../grid/columns/gridColumn.ts'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import { fieldState } from '../draft/conditions.ts'
import type { DraftRow, FieldValues } from '../draft/draftRows.ts'
import type { DraftContext } from '../draft/recordDraft.ts'
import { useForm, useFormState } from '../formContext.ts'

/** How a form places a child list. */
export type ChildListPlace = Extract<FormItem, { list: string }>

export type ChildColumn = GridColumn<DraftRow>

/** The column of a row's buttons. */
export const childToolsColumn = '!tools'

/** Columns of a child list: the definition's, or every field that a person fills in. */
export function useChildColumns(child: Register, list: ChildList, place: ChildListPlace | undefined): readonly ChildColumn[] {
  const { columns: names, widths, readOnly: locks, dialog } = place ?? {}
  const { store, context, say, model } = useForm()
  const phone = usePhoneScreen()
  const hidden = useFormState(() =>
    child.fields.flatMap(field => (isNever(child, field, store.shown().values, context, model) ? [field.name] : [])).join(),
  )
  return useMemo(() => {
    const never = new Set(hidden.split(','))
    const fields = names?.length
      ? names.flatMap(name => child.fields.filter(field => field.name === name))
      : child.fields.filter(field => isFilledIn(field, list))
    const columns = fields
      .filter(field => !never.has(field.name))
      .map(
        (field): ChildColumn => ({
          id: field.name,
          title: field.title,
          ...roomOf(field, widths?.[field.name]),
          align: kindOf(field.kind).align,
          required: field.required && !field.readOnly,
          control: holdsYesOrNo(field),
          text: row => (field.reference ? '' : kindOf(field.kind).format(asValue(row.values[field.name]), field)),
          // Yes or no is a box in the cell itself, ready for a click.
          editable: row =>
            !list.readOnly &&
            !holdsYesOrNo(field) &&
            isChildFieldEditable(child, field, row, { parent: store.shown().values, locks }, context),
        }),
      )
    const shared = shareRoom(columns)
    if (list.fixed && !dialog) return shared
    const tools = list.fixed ? 0 : list.order === undefined ? 2 : 4
    return [
      ...shared,
      {
        id: childToolsColumn,
        title: say('actions'),
        width: 32 + (isTouchScreen() ? 44 : 28) * (tools + (dialog ? 1 : 0)),
        tool: true,
        control: true,
        fixed: true,
        // On a phone the buttons would cover what the row says.
        ...(phone ? {} : { pin: 'end' as const }),
      },
    ]
  }, [child, list, names, widths, locks, dialog, hidden, store, context, say, phone])
}

/** Texts give way a little before rows stand as cards. */
function roomOf(field: Field, wanted: number | undefined): Pick<ChildColumn, 'width' | 'fixed' | 'least'> {
  const { rows } = kindOf(field.kind).room(field)
  const { width, fixed } = { ...rows, width: wanted ?? rows.width }
  return fixed ? { width, fixed } : { width, fixed, least: Math.round(width * 0.75) }
}

/** Where no column is a text that takes the room, all of them share it: the last would stand far from the others. */
const shareRoom = (columns: readonly ChildColumn[]): readonly ChildColumn[] =>
  columns.some(column => !column.fixed) ? columns : columns.map(column => ({ ...column, fixed: column.control === true }))

/** The variables that are the same for all rows. */
const around: ReadonlySet<string> = new Set(['store', 'user', 'parent'])

/** Tells whether no row shows the field, since the store or the record has no use for it: the price of a table that it does not have. */
const isNever = (
  child: Register,
  { visibleWhen }: Field,
  parent: FieldValues,
  { evaluate, scope }: DraftContext,
  model: Model,
): boolean =>
  visibleWhen !== undefined &&
  namesUsedBy(model, child.name, visibleWhen).every(name => around.has(name)) &&
  evaluate(child, visibleWhen, { ...scope, parent }) === false

const isFilledIn = (field: Field, list: ChildList): boolean =>
  !isSystemField(field.name) && field.name !== list.by && field.name !== list.order && !field.readOnly

/** Where a row stands: its record, and what its list does not let people type. */
export interface ChildRowAround {
  readonly parent: FieldValues
  readonly locks: readonly RowLock[] | undefined
}

/** Tells whether a field of this row may be changed as the row stands. */
export function isChildFieldEditable(
  child: Register,
  field: Field,
  row: DraftRow,
  { parent, locks = [] }: ChildRowAround,
  context: DraftContext,
): boolean {
  if (row.removed) return false
  const scope = { ...context.scope, ...row.values, parent, isNew: row.base === undefined }
  const state = fieldState(child, field, scope, context.evaluate)
  const locked = locks.some(({ when, fields }) => fields.includes(field.name) && context.evaluate(child, when, scope) === true)
  return state.visible && !state.readOnly && !locked
}

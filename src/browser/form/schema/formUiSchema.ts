import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { choicesOfField } from '../../../kinds/choice/value.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Field, Register } from '../../../model/model.ts'
import { partIdsByName } from '../draft/draftProblems.ts'

const known = new WeakMap<RJSFSchema, UiSchema>()

/** How a form draws what its schema has: every field by the widget of its kind, a child list by the grid, in the form's own order. */
export function formUiSchema(register: Register, schema: RJSFSchema): UiSchema {
  const found = known.get(schema)
  if (found) return found
  const isDrawn = ({ name }: { readonly name: string }): boolean => schema.properties?.[name] !== undefined
  const uiSchema: UiSchema = {
    'ui:submitButtonOptions': { norender: true },
    'ui:order': [...partIdsByName(register).keys(), '*'],
    ...Object.fromEntries(register.fields.flatMap(field => (isDrawn(field) ? [[field.name, fieldUiSchema(field)]] : []))),
    ...Object.fromEntries(register.lists.flatMap(list => (isDrawn(list) ? [[list.name, { 'ui:field': 'ChildList' }]] : []))),
  }
  known.set(schema, uiSchema)
  return uiSchema
}

function fieldUiSchema(field: Field): UiSchema {
  const choices = choicesOfField(field)
  return {
    'ui:widget': field.kind,
    // rjsf asks no widget for an object, it draws its members: what is one value to us says so.
    ...(kindByName(field.kind).schema(field).type === 'object' ? { 'ui:field': 'KindValue' } : {}),
    ...(field.help === undefined ? {} : { 'ui:help': field.help }),
    ...(choices.length > 0 ? { 'ui:enumNames': choices.map(choice => choice.title) } : {}),
  }
}

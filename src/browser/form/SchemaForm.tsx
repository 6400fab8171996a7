import Form from '@rjsf/core'
import type {
  FieldProps,
  ObjectFieldTemplateProps,
  RegistryFieldsType,
  RJSFSchema,
  TemplatesType,
  UiSchema,
  ValidationData,
  ValidatorType,
} from '@rjsf/utils'
import { memo, type ReactNode, useMemo } from 'react'
import type { Register } from '../../model/model.ts'
import { childListNamed } from '../../model/register.ts'
import { ChildListGrid } from './children/ChildListGrid.tsx'
import { useForm } from './formContext.ts'
import { KindField } from './KindField.tsx'
import { FormParts } from './layout/FormParts.tsx'

type Data = Record<string, unknown>

const known = new WeakMap<Register, RJSFSchema>()

/**
 * The record as rjsf walks it: one property a field and a list. What a value looks like is its kind's business, which draws,
 * reads and checks it; told here, rjsf would go through all of it whenever a form opens, for nothing.
 */
function frameSchema(register: Register): RJSFSchema {
  const found = known.get(register)
  if (found) return found
  const names = [...register.fields, ...register.lists].map(({ name }) => name)
  const schema: RJSFSchema = { type: 'object', properties: Object.fromEntries(names.map(name => [name, {}])) }
  known.set(register, schema)
  return schema
}

const uiSchema: UiSchema = { 'ui:submitButtonOptions': { norender: true } }

/** Every property is drawn by its kind, and a child list by the grid; rjsf's widgets and its array field are never reached. */
function SchemaField(props: FieldProps) {
  const { register } = useForm()
  const { ObjectField } = props.registry.fields
  if (props.fieldPathId.path.length === 0) return ObjectField ? <ObjectField {...props} /> : null
  return childListNamed(register, props.name) ? <ChildListGrid name={props.name} /> : <KindField name={props.name} />
}

/** The parts of the definition's form lay out rjsf's properties. */
function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps) {
  const contents = new Map<string, ReactNode>(properties.map(property => [property.name, property.content]))
  return <FormParts contents={contents} />
}

// rjsf types these by the whole of its registry; only what takes the place of its own is given.
const fields = { SchemaField } as unknown as RegistryFieldsType
const templates = { ObjectFieldTemplate } as unknown as Partial<TemplatesType>

/**
 * rjsf asks on submit; the answer is model/check over the draft, whose values rjsf does not hold. No schema is compiled, so
 * the page needs no eval.
 */
function draftValidator(check: SchemaFormProps['check']): ValidatorType {
  return {
    validateFormData(): ValidationData<Data> {
      const errors = check().map(({ path, code }) => ({ property: `.${path}`, message: code, stack: `${path}: ${code}` }))
      return { errors, errorSchema: {} }
    },
    isValid: () => true,
    rawValidation: () => ({ errors: [] }),
  }
}

export interface SchemaFormProps {
  readonly formId: string
  /** Problems of the draft as it stands; an empty list lets the submit through. */
  check(): readonly { readonly path: string; readonly code: string }[]
  onSubmit(): void
  onRefused(): void
}

const nothing: Data = {}
const noDefaults = { emptyObjectFields: 'skipDefaults' } as const

/** The form's frame by rjsf. It renders once: values live in the draft's store, not in rjsf's state. */
export const SchemaForm = memo(function SchemaForm({ formId, check, onSubmit, onRefused }: SchemaFormProps) {
  const { register } = useForm()
  const validator = useMemo(() => draftValidator(check), [check])
  return (
    <Form
      id={formId}
      schema={frameSchema(register)}
      uiSchema={uiSchema}
      formData={nothing}
      validator={validator}
      fields={fields}
      templates={templates}
      showErrorList={false}
      noHtml5Validate
      experimental_defaultFormStateBehavior={noDefaults}
      onSubmit={onSubmit}
      onError={onRefused}
    >
      {null}
    </Form>
  )
})

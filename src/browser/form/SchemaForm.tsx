import type RjsfForm from '@rjsf/core'
import { type FormEvent, memo, useMemo, useRef, useState } from 'react'
import { toRequestFields } from './draft/requestBody.ts'
import { useForm } from './formContext.ts'
import { formErrors } from './schema/formErrors.ts'
import { formSchema } from './schema/formSchema.ts'
import { ThemedForm } from './schema/formTheme.tsx'
import { formUiSchema } from './schema/formUiSchema.ts'
import { schemaValidator } from './schema/formValidator.ts'
import { useDraftHandover } from './schema/useDraftHandover.ts'

export interface SchemaFormProps {
  readonly formId: string
  onSubmit(): void
  /** A submit found problems. */
  onRefused(): void
}

/** The draft opens with its defaults: rjsf must neither add any nor look for them. */
const noDefaults = { emptyObjectFields: 'skipDefaults', mergeDefaultsIntoFormData: 'useFormDataIfPresent' } as const

/**
 * A record's form by rjsf, from its JSON Schema and UI schema. Values live in the draft, which rjsf is handed to validate; rows
 * never are: it would walk through all of them each time, a third of a second for a thousand, and their grid draws them from the
 * draft. What is wrong with them comes with the draft's problems.
 */
export const SchemaForm = memo(function SchemaForm({ formId, onSubmit, onRefused }: SchemaFormProps) {
  const form = useForm()
  const { store, model, register, asked } = form
  const schema = formSchema(model, register, asked)
  const rjsf = useRef<RjsfForm>(null)
  const [opened] = useState(() => toRequestFields(store.draft()))
  const errors = useMemo(() => formErrors({ store, model }), [store, model])
  const handOver = useDraftHandover(form, rjsf)
  /** Before rjsf sees the submit: everything that is wrong is due from now on. */
  const trySave = ({ target }: FormEvent): void => {
    if (!(target instanceof HTMLFormElement) || target.id !== formId) return
    store.tryAll()
    handOver()
  }
  return (
    <div onSubmitCapture={trySave}>
      <ThemedForm
        ref={rjsf}
        id={formId}
        schema={schema}
        uiSchema={formUiSchema(register, schema)}
        validator={schemaValidator(model, register, schema)}
        initialFormData={opened}
        liveValidate="onChange"
        transformErrors={errors.transformErrors}
        customValidate={errors.customValidate}
        showErrorList={false}
        noHtml5Validate
        experimental_defaultFormStateBehavior={noDefaults}
        onSubmit={onSubmit}
        onError={onRefused}
      >
        {null}
      </ThemedForm>
    </div>
  )
})

import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useId, useRef } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { describedBy, FormField } from '../../../controls/fields/FormField.tsx'
import { Icon } from '../../../controls/Icon.tsx'
import { asValue } from '../../../kinds/asValue.ts'
import { KindInput } from '../../../kinds/inputs.ts'
import type { Action, Field } from '../../../model/model.ts'
import type { StateForm } from '../../../model/screen.ts'
import { useFedField } from '../../actions/fed/useFedField.ts'
import { useUnsavedChangesPrompt } from '../../router/useUnsavedChangesPrompt.ts'
import type { StateContext } from './useStateContext.ts'
import { type StateFormState, useStateForm } from './useStateForm.ts'

interface Props {
  readonly form: StateForm
  readonly context: StateContext
}

/** Fields that are typed in a state, and the actions that use them: not before all that is required is there. */
export function StateFormView({ form, context }: Props) {
  const state = useStateForm(form, context)
  const box = useRef<HTMLFormElement>(null)
  const id = useId()
  useUnsavedChangesPrompt(state.dirty && context.busy === undefined)
  const open = form.enabledWhen === undefined || context.evaluate(form.enabledWhen) === true
  const actions = form.actions.flatMap(name => {
    const action = context.register.views.actions.find(one => one.id === name)
    return action && context.may(action.gate) && isShown(action, context) ? [action] : []
  })
  const run = async (action: Action): Promise<void> => {
    const wrong = state.check()
    if (wrong !== undefined) {
      box.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${wrong}`)}`)?.focus()
      return
    }
    if (await context.act(action, state.values)) state.sent()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (actions[0] && open && state.complete && context.busy === undefined) void run(actions[0])
  }
  return (
    <chakra.form ref={box} noValidate onSubmit={submit} width="100%">
      <chakra.fieldset
        disabled={!open || context.busy !== undefined}
        border="none"
        p="0"
        minWidth="0"
        display="flex"
        flexDirection="column"
        gap="4"
      >
        {form.title ? (
          <chakra.legend textStyle="section" mb="3">
            {form.title}
          </chakra.legend>
        ) : null}
        {form.fields.map(field => (
          <OneField key={field.name} id={`${id}-${field.name}`} field={field} state={state} />
        ))}
        <chakra.div display="flex" gap="2" flexWrap="wrap">
          {actions.map((action, at) => (
            <Button
              key={action.id}
              type={at === 0 ? 'submit' : 'button'}
              look={at === 0 ? 'solid' : 'outline'}
              danger={action.danger}
              busy={context.busy === action.id}
              disabled={!open || !state.complete || !isEnabled(action, context) || context.busy !== undefined}
              {...(at === 0 ? {} : { onClick: () => void run(action) })}
              {...(action.icon ? { icon: <Icon name={action.icon} /> } : {})}
            >
              {action.title}
            </Button>
          ))}
        </chakra.div>
      </chakra.fieldset>
    </chakra.form>
  )
}

const isShown = ({ visibleWhen }: Action, { evaluate }: StateContext): boolean =>
  visibleWhen === undefined || evaluate(visibleWhen) === true

const isEnabled = ({ enabledWhen }: Action, { evaluate }: StateContext): boolean =>
  enabledWhen === undefined || evaluate(enabledWhen) === true

interface FieldProps {
  readonly id: string
  readonly field: Field
  readonly state: StateFormState
}

function OneField({ id, field, state }: FieldProps) {
  const fed = useFedField(field, state.values, state.evaluate)
  const error = fed.error ?? state.problems[field.name]
  const help = fed.help ?? field.help
  return (
    <chakra.div onBlur={() => state.leave(field.name)}>
      <FormField id={id} label={field.title} required={field.required} help={help} error={error}>
        <KindInput
          id={id}
          field={fed.field}
          value={asValue(state.values[field.name])}
          onChange={(value, problem) => state.change(field.name, value, problem)}
          invalid={error !== undefined}
          readOnly={fed.waiting || undefined}
          describedBy={describedBy(id, { help, error })}
        />
      </FormField>
    </chakra.div>
  )
}

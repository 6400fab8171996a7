import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { describedBy, FieldNotes, FormField } from '../../../controls/fields/FormField.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { asValue } from '../../../kinds/asValue.ts'
import { KindInput } from '../../../kinds/inputs.ts'
import type { Field } from '../../../model/model.ts'
import { useModel, useTranslate } from '../../data/session.tsx'
import { afterPointerUp } from '../../form/children/afterPointerUp.ts'
import { PasswordStrength } from './PasswordStrength.tsx'
import type { FormSteps } from './useFormSteps.ts'
import type { ScreenFormState } from './useScreenForm.ts'

/** Id of a field's control. */
export const screenFieldId = (name: string): string => `campo-${name}`

interface Props {
  readonly field: Field
  readonly state: ScreenFormState
  readonly steps: FormSteps
}

/** One field of a screen's form, with its title, its help or problem, and the text that is read before it is ticked. */
export function ScreenField({ field, state, steps }: Props) {
  const id = screenFieldId(field.name)
  const error = state.problems[field.name]
  const title = state.said.titles[field.name] ?? field.title
  const required = (field.required || (field.requiredWhen !== undefined && state.holds(field.requiredWhen))) && !steps.byItself
  const control = (
    <KindInput
      id={id}
      field={required === field.required ? field : { ...field, required }}
      value={asValue(state.values[field.name])}
      onChange={(value, problem) => {
        state.change(field.name, value, problem)
        if (!problem) steps.choose(field.name, value)
      }}
      variant={field.variant}
      readOnly={field.readOnlyWhen !== undefined && state.holds(field.readOnlyWhen)}
      invalid={error !== undefined}
      describedBy={describedBy(id, { help: field.help, error })}
    />
  )
  const notes = { help: field.help, error }
  return (
    <chakra.div onBlur={() => afterPointerUp(() => state.leave(field.name))}>
      {field.variant === 'checkbox' ? (
        <Ticked id={id} title={title} required={required} control={control} {...notes} />
      ) : (
        <FormField
          id={id}
          label={title}
          // A part that goes on by itself cannot be left empty.
          required={required}
          group={field.variant === 'radio'}
          aside={steps.chosen && field === steps.fields[0] ? <chakra.span textStyle="note">{steps.chosen}</chakra.span> : null}
          {...notes}
        >
          {control}
        </FormField>
      )}
      {field.autocomplete === 'new-password' ? <PasswordStrength password={String(state.values[field.name] ?? '')} /> : null}
      {field.reads ? <ReadButton {...field.reads} /> : null}
    </chakra.div>
  )
}

interface TickedProps {
  readonly id: string
  readonly title: string
  readonly required: boolean
  readonly control: ReactNode
  readonly help: string | undefined
  readonly error: string | undefined
}

/** A box with its title beside it. */
function Ticked({ id, title, required, control, help, error }: TickedProps) {
  return (
    <div className="field">
      <chakra.div display="flex" alignItems="flex-start" gap="2">
        <chakra.span pt="0.5">{control}</chakra.span>
        <label htmlFor={id}>
          {title}
          {required ? (
            <span className="field-required" aria-hidden>
              {' *'}
            </span>
          ) : null}
        </label>
      </chakra.div>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}

/** Opens a text of the messages, with the version that it has. */
function ReadButton({ title, message }: NonNullable<Field['reads']>) {
  const say = useTranslate()
  const { messages } = useModel()
  const [open, setOpen] = useState(false)
  const version = messages[message]?.version
  return (
    <>
      <Button look="link" mt="1" px="0" textAlign="start" whiteSpace="normal" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open ? (
        <Dialog
          open
          size="lg"
          title={title}
          closeLabel={say('close')}
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => setOpen(false)}>{say('close')}</Button>}
        >
          {/* A long text is scrolled by keys, too. */}
          <chakra.p whiteSpace="pre-line" tabIndex={0}>
            {say(message)}
          </chakra.p>
          {version === undefined ? null : (
            <chakra.p mt="4" textStyle="note" color="fg.muted">
              {say('form.version', { version })}
            </chakra.p>
          )}
        </Dialog>
      ) : null}
    </>
  )
}

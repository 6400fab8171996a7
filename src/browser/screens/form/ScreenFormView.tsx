import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import type { Field, ScreenForm as Form } from '../../../model/model.ts'
import { useTranslate } from '../../data/session.tsx'
import { useNavigate } from '../../router/router.tsx'
import { useUnsavedChangesPrompt } from '../../router/useUnsavedChangesPrompt.ts'
import { FormButtons } from './FormButtons.tsx'
import { FormResult } from './FormResult.tsx'
import { FormStepHead } from './FormStepHead.tsx'
import { isUntouched } from './isUntouched.ts'
import { ScreenField, screenFieldId } from './ScreenField.tsx'
import type { ScreenFailure } from './screenFormFailure.ts'
import { useFormSteps } from './useFormSteps.ts'
import type { ScreenFormState } from './useScreenForm.ts'

interface Props {
  readonly form: Form
  readonly state: ScreenFormState
  /** The button as wide as the form. */
  readonly wide?: boolean
  /** It lies above the pages: nobody who goes to another page leaves it. */
  readonly above?: boolean
}

/** The fields and the button of a screen's form, or what stands there once it is done. */
export function ScreenFormView({ form, state, wide = false, above = false }: Props) {
  const say = useTranslate()
  const box = useRef<HTMLFormElement>(null)
  const steps = useFormSteps(form, state)
  // A kept form is there again; one that only asks has nothing to save.
  useUnsavedChangesPrompt(!above && !form.keep && !form.result && state.dirty && !state.busy)
  const wanted = useFocusOnTurn(box, steps.at, steps.fields)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (steps.blocked || isUntouched(form, state)) return
    const wrong = await state.submit(steps.fields, steps.last)
    if (wrong === undefined) {
      if (!steps.last) steps.goTo(1)
      return
    }
    // The first field with a problem gets the focus, also that of another part.
    const control = focusable(box.current, wrong)
    if (control) control.focus()
    else {
      wanted.current = wrong
      steps.show(wrong)
    }
  }
  if (state.done && form.after) return <Done after={form.after} success={state.said.success} wide={wide} />
  const fields = (
    <chakra.form ref={box} noValidate onSubmit={event => void submit(event)}>
      <chakra.fieldset
        disabled={state.busy}
        border="none"
        p="0"
        minWidth="0"
        display="flex"
        flexDirection="column"
        gap="4"
        key={state.round}
      >
        {steps.step?.title === undefined ? null : <FormStepHead title={steps.step.title} at={steps.at} count={steps.count} />}
        {state.failure ? <Failed {...state.failure} /> : null}
        {steps.fields.map(field => (
          <ScreenField key={field.name} field={field} state={state} steps={steps} />
        ))}
        {steps.step?.notes.map(({ message, when }) =>
          state.holds(when) ? (
            <chakra.p key={message} color="fg.muted" role="status">
              {say(message)}
            </chakra.p>
          ) : null,
        )}
        <FormButtons form={form} state={state} steps={steps} wide={wide} above={above} />
      </chakra.fieldset>
    </chakra.form>
  )
  if (!form.result || state.reply === undefined || state.failure) return fields
  return (
    <>
      {fields}
      <FormResult fields={form.result} reply={state.reply} />
    </>
  )
}

/** The control of a field, where its part is shown. */
function focusable(box: HTMLElement | null, name: string): HTMLElement | null | undefined {
  const id = `#${CSS.escape(screenFieldId(name))}`
  return box?.querySelector<HTMLElement>(`:is(${id}, ${id} *):is(input, textarea, select, button)`)
}

/** The focus goes to the part that is asked now, as soon as it is another than before: to its first field, or to the one that is wanted. */
function useFocusOnTurn(box: RefObject<HTMLElement | null>, at: number, fields: readonly Field[]): RefObject<string | undefined> {
  const wanted = useRef<string>(undefined)
  const shown = useRef(at)
  const first = fields[0]?.name ?? ''
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    focusable(box.current, wanted.current ?? first)?.focus()
    wanted.current = undefined
  }, [box, at, first])
  return wanted
}

/** The definition's words, and below them what the server said beyond. */
const Failed = ({ tone, text, detail }: ScreenFailure) =>
  detail === undefined ? (
    <Banner tone={tone}>{text}</Banner>
  ) : (
    <Banner tone={tone} title={text}>
      {detail}
    </Banner>
  )

interface DoneProps {
  readonly after: NonNullable<Form['after']>
  readonly success: string | undefined
  readonly wide: boolean
}

function Done({ after, success, wide }: DoneProps) {
  const say = useTranslate()
  const navigate = useNavigate()
  return (
    <chakra.div role="status" display="flex" flexDirection="column" gap="4" alignItems={wide ? 'stretch' : 'flex-start'}>
      {success ? <Banner tone="positive">{say(success)}</Banner> : null}
      {after.text ? <chakra.p color="fg.muted">{say(after.text)}</chakra.p> : null}
      <Button look="solid" autoFocus onClick={() => void navigate(after.open ?? '/')} {...(wide ? { width: '100%' } : {})}>
        {after.button}
      </Button>
    </chakra.div>
  )
}

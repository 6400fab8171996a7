import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { describedBy, FormField } from '../../controls/fields/FormField.tsx'
import { asValue } from '../../kinds/asValue.ts'
import { KindInput } from '../../kinds/inputs.ts'
import type { Field, ScreenForm as Form } from '../../model/model.ts'
import { useTranslate } from '../data/session.tsx'
import { RouterLink } from '../router/RouterLink.tsx'
import { useNavigate } from '../router/router.tsx'
import { useUnsavedChangesPrompt } from '../router/useUnsavedChangesPrompt.ts'
import { type FormSteps, useFormSteps } from './useFormSteps.ts'
import type { ScreenFailure, ScreenFormState } from './useScreenForm.ts'

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
  const box = useRef<HTMLFormElement>(null)
  const steps = useFormSteps(form, state.values)
  useUnsavedChangesPrompt(!above && state.dirty && !state.busy)
  useFocusOnTurn(box, steps.fields)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = await state.submit(steps.fields)
    // The first field with a problem gets the focus.
    if (wrong) box.current?.querySelector<HTMLElement>(`#${CSS.escape(idOf(wrong))}`)?.focus()
    else if (!steps.last) steps.goTo(1)
  }
  if (state.done && form.after) return <Done after={form.after} success={state.said.success} wide={wide} />
  return (
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
        {state.failure ? <Failed {...state.failure} /> : null}
        {steps.fields.map(field => (
          <OneField key={field.name} field={field} state={state} steps={steps} />
        ))}
        <Buttons form={form} state={state} steps={steps} wide={wide} above={above} />
      </chakra.fieldset>
    </chakra.form>
  )
}

/** The focus goes to the part that is asked now, as soon as it is another than before. */
function useFocusOnTurn(box: RefObject<HTMLElement | null>, fields: readonly Field[]): void {
  const first = fields[0]?.name ?? ''
  const shown = useRef(first)
  useEffect(() => {
    if (shown.current === first) return
    shown.current = first
    const place = `:is(#${CSS.escape(idOf(first))}, #${CSS.escape(idOf(first))} *)`
    box.current?.querySelector<HTMLElement>(`${place}:is(input, textarea, select, button)`)?.focus()
  }, [box, first])
}

interface PartProps {
  readonly state: ScreenFormState
  readonly steps: FormSteps
}

function OneField({ field, state, steps }: PartProps & { readonly field: Field }) {
  const id = idOf(field.name)
  const error = state.problems[field.name]
  const title = state.said.titles[field.name] ?? field.title
  return (
    <chakra.div onBlur={() => state.leave(field.name)}>
      <FormField
        id={id}
        label={title}
        // A part that goes on by itself cannot be left empty.
        required={field.required && !steps.byItself}
        help={field.help}
        error={error}
        aside={steps.chosen && field === steps.fields[0] ? <chakra.span textStyle="note">{steps.chosen}</chakra.span> : null}
      >
        <KindInput
          id={id}
          field={field}
          value={asValue(state.values[field.name])}
          onChange={(value, problem) => {
            state.change(field.name, value, problem)
            if (!problem) steps.choose(field.name, value)
          }}
          invalid={error !== undefined}
          describedBy={describedBy(id, { help: field.help, error })}
        />
      </FormField>
    </chakra.div>
  )
}

function Buttons({ form, state, steps, wide, above }: PartProps & Pick<Props, 'form' | 'wide' | 'above'>) {
  const say = useTranslate()
  if (steps.first && steps.byItself && form.links.length === 0) return null
  return (
    <chakra.div
      mt="1"
      display="flex"
      flexDirection="column"
      alignItems={above ? 'flex-end' : wide ? 'stretch' : 'flex-start'}
      gap="4"
    >
      <chakra.div display="flex" gap="2" width={wide ? '100%' : undefined}>
        {steps.first ? null : <Button onClick={() => steps.goTo(-1)}>{say('back')}</Button>}
        {steps.byItself ? null : (
          <Button type="submit" look="solid" busy={state.busy} {...(wide ? { width: '100%' } : {})}>
            {steps.last ? state.said.button : say('next')}
          </Button>
        )}
      </chakra.div>
      {form.links.map(link => (
        <Way key={link.open} to={link.open}>
          {link.title}
        </Way>
      ))}
    </chakra.div>
  )
}

const WayLink = chakra(RouterLink, {
  base: {
    color: 'accent.fg',
    fontWeight: 'medium',
    borderRadius: 'sm',
    textAlign: 'center',
    _hover: { textDecoration: 'underline' },
  },
})

const Way = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => <WayLink to={to}>{children}</WayLink>

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

const idOf = (name: string): string => `campo-${name}`

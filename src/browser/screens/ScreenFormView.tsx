import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { describedBy, FormField } from '../../controls/fields/FormField.tsx'
import { asValue } from '../../kinds/asValue.ts'
import { KindInput } from '../../kinds/inputs.ts'
import type { ScreenForm as Form } from '../../model/model.ts'
import { useTranslate } from '../data/session.tsx'
import { RouterLink } from '../router/RouterLink.tsx'
import { useNavigate } from '../router/router.tsx'
import { useUnsavedChangesPrompt } from '../router/useUnsavedChangesPrompt.ts'
import type { ScreenFailure, ScreenFormState } from './useScreenForm.ts'

interface Props {
  readonly form: Form
  readonly state: ScreenFormState
  /** The button as wide as the form. */
  readonly wide?: boolean
}

/** The fields and the button of a screen's form, or what stands there once it is done. */
export function ScreenFormView({ form, state, wide = false }: Props) {
  const box = useRef<HTMLFormElement>(null)
  useUnsavedChangesPrompt(state.dirty && !state.busy)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = await state.submit()
    // The first field with a problem gets the focus.
    if (wrong) box.current?.querySelector<HTMLElement>(`#${CSS.escape(idOf(wrong))}`)?.focus()
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
        {form.fields.map(field => {
          const id = idOf(field.name)
          const error = state.problems[field.name]
          const title = state.said.titles[field.name] ?? field.title
          return (
            <chakra.div key={field.name} onBlur={() => state.leave(field.name)}>
              <FormField id={id} label={title} required={field.required} help={field.help} error={error}>
                <KindInput
                  id={id}
                  field={field}
                  value={asValue(state.values[field.name])}
                  onChange={(value, problem) => state.change(field.name, value, problem)}
                  invalid={error !== undefined}
                  describedBy={describedBy(id, { help: field.help, error })}
                />
              </FormField>
            </chakra.div>
          )
        })}
        <chakra.div mt="1" display="flex" flexDirection="column" alignItems={wide ? 'stretch' : 'flex-start'} gap="4">
          <Button type="submit" look="solid" busy={state.busy} {...(wide ? { width: '100%' } : {})}>
            {state.said.button}
          </Button>
          {form.links.map(link => (
            <Way key={link.open} to={link.open}>
              {link.title}
            </Way>
          ))}
        </chakra.div>
      </chakra.fieldset>
    </chakra.form>
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
      <Button look="solid" autoFocus onClick={() => void navigate(after.open)} {...(wide ? { width: '100%' } : {})}>
        {after.button}
      </Button>
    </chakra.div>
  )
}

const idOf = (name: string): string => `campo-${name}`

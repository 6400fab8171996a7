import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useRef } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { describedBy, Field } from '../../controls/Field.tsx'
import { KindInput } from '../../kinds/inputs.ts'
import type { Value } from '../../kinds/kind.ts'
import type { Screen } from '../../model/model.ts'
import { useLeaveGuard } from '../frame/leave.tsx'
import type { BodyOf } from './body.ts'
import { ScreenHead } from './ScreenHead.tsx'
import { useScreenForm } from './useScreenForm.ts'

/** A form that ends in a call: change the password. */
export function FormScreen({ screen, form }: { readonly screen: Screen; readonly form: BodyOf<'form'> }) {
  const state = useScreenForm(screen, form)
  const box = useRef<HTMLFormElement>(null)
  useLeaveGuard(state.dirty && !state.busy)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = await state.submit()
    // The first field with a problem gets the focus.
    if (wrong) box.current?.querySelector<HTMLElement>(`#${CSS.escape(idOf(wrong))}`)?.focus()
  }
  return (
    <chakra.div width="100%" maxWidth="34rem" p={{ base: '4', md: '8' }}>
      <ScreenHead screen={screen} />
      <chakra.form
        ref={box}
        noValidate
        onSubmit={event => void submit(event)}
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border"
        borderRadius="lg"
        p={{ base: '4', md: '6' }}
      >
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
          {state.failure ? <Banner tone="danger">{state.failure}</Banner> : null}
          {form.fields.map(field => {
            const id = idOf(field.name)
            const error = state.problems[field.name]
            return (
              <chakra.div key={field.name} onBlur={() => state.leave(field.name)}>
                <Field id={id} label={field.title} required={field.required} help={field.help} error={error}>
                  <KindInput
                    id={id}
                    field={field}
                    value={(state.values[field.name] ?? null) as Value}
                    onChange={(value, problem) => state.change(field.name, value, problem)}
                    invalid={error !== undefined}
                    describedBy={describedBy(id, { help: field.help, error })}
                  />
                </Field>
              </chakra.div>
            )
          })}
          <chakra.div mt="1">
            <Button type="submit" look="solid" busy={state.busy}>
              {form.button}
            </Button>
          </chakra.div>
        </chakra.fieldset>
      </chakra.form>
    </chakra.div>
  )
}

const idOf = (name: string): string => `campo-${name}`

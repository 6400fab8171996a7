import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Button } from '../../../controls/Button.tsx'
import type { ScreenForm } from '../../../model/model.ts'
import { useTranslate } from '../../data/session.tsx'
import { RouterLink } from '../../router/RouterLink.tsx'
import { isUntouched } from './isUntouched.ts'
import type { FormSteps } from './useFormSteps.ts'
import type { ScreenFormState } from './useScreenForm.ts'

interface Props {
  readonly form: ScreenForm
  readonly state: ScreenFormState
  readonly steps: FormSteps
  readonly wide: boolean
  readonly above: boolean
}

/** The way back and on, and the form's links. */
export function FormButtons({ form, state, steps, wide, above }: Props) {
  const say = useTranslate()
  if (steps.first && steps.byItself && form.links.length === 0) return null
  // One problem, one text: what a field says of itself is not said again.
  const told = steps.fields.some(({ name }) => state.problems[name] !== undefined)
  const incomplete = steps.blocked && steps.incomplete && !told
  const next = say(steps.step?.title === undefined ? 'next' : 'form.next')
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
          <Button
            type="submit"
            look="solid"
            busy={state.busy}
            disabled={steps.blocked || isUntouched(form, state)}
            {...(incomplete ? { 'aria-describedby': note } : {})}
            {...(wide ? { flex: '1', minWidth: '0' } : {})}
          >
            {steps.last ? state.said.button : next}
          </Button>
        )}
      </chakra.div>
      {incomplete ? (
        <chakra.p id={note} textStyle="note" color="fg.muted">
          {say('form.incomplete')}
        </chakra.p>
      ) : null}
      {form.links.map(link => (
        <Way key={link.open} to={link.open}>
          {link.title}
        </Way>
      ))}
    </chakra.div>
  )
}

const note = 'form-incomplete'

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

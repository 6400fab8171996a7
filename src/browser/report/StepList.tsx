import { chakra } from '@chakra-ui/react/styled-system'
import { Circle, CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { fillAddress } from '../../model/fillAddress.ts'
import type { FirstSteps } from '../../model/report.ts'
import { RouterLink } from '../router/RouterLink.tsx'
import { usePhoneScreen } from '../ui/useMediaQuery.ts'
import { ReportPanel } from './ReportPanel.tsx'
import { useReport } from './reportContext.ts'
import { useFigure, usePageAddressValues } from './useFigure.ts'

const Step = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '2',
    py: '1.5',
    '& > svg': { flexShrink: 0, boxSize: '1.125rem', mt: '0.5', color: 'fg.muted' },
    '& a': { fontWeight: 'medium', color: 'accent.fg', _hover: { textDecoration: 'underline' } },
  },
  variants: { done: { true: { '& > svg': { color: 'positive.fg' } } } },
})

/** Steps that are left, from which on they fold to a line. */
const fewLeft = 2

/**
 * Lists the first steps, ticked off as they are done; nothing once all of them are. On a phone, and where nearly all is done, they are a line that
 * says what is missing, and unfold; while much is missing they stand unfolded.
 */
export function StepList({ steps: { title, help, items } }: { readonly steps: FirstSteps }) {
  const id = useId()
  const { say, isReachable } = useReport()
  const figure = useFigure()
  const phone = usePhoneScreen()
  const steps = items.flatMap(step => {
    const value = figure(step.done)
    return isReachable(step.open) && typeof value === 'number' ? [{ ...step, isDone: value > 0 }] : []
  })
  const left = steps.filter(({ isDone }) => !isDone)
  const [next] = left
  if (!next) return null
  if (!phone && left.length > fewLeft)
    return (
      <ReportPanel id={id} title={title} help={help}>
        <Steps steps={steps} labelledBy={id} />
      </ReportPanel>
    )
  return (
    <Folded aria-labelledby={id}>
      <details open={left.length > fewLeft}>
        <summary>
          <h2 id={id}>{say('dashboard.steps-left', { count: left.length })}</h2>
          <chakra.span color="fg.muted" display={{ base: 'none', md: 'inline' }}>
            {` · ${next.title}`}
          </chakra.span>
        </summary>
        <Steps steps={steps} labelledBy={id} />
      </details>
    </Folded>
  )
}

const Folded = chakra('section', {
  base: {
    px: '4',
    py: '2',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    '& summary': {
      cursor: 'pointer',
      minHeight: { base: '2.75rem', md: '1.75rem' },
      lineHeight: { base: '2.75rem', md: '1.75rem' },
    },
    '& h2': { display: 'inline', fontWeight: '600' },
  },
})

interface StepsProps {
  readonly steps: readonly (FirstSteps['items'][number] & { readonly isDone: boolean })[]
  readonly labelledBy: string
}

function Steps({ steps, labelledBy }: StepsProps) {
  const { say } = useReport()
  const addresses = usePageAddressValues()
  return (
    <chakra.ol listStyleType="none" aria-labelledby={labelledBy}>
      {steps.map(({ title: text, help: why, open, isDone }) => {
        const Sign = isDone ? CircleCheck : Circle
        return (
          <Step key={text} done={isDone}>
            <Sign aria-hidden />
            <chakra.span minWidth="0">
              {isDone ? (
                <chakra.span color="fg.muted">
                  {text} <chakra.span srOnly>({say('dashboard.step-done')})</chakra.span>
                </chakra.span>
              ) : (
                <RouterLink to={fillAddress(open, addresses)}>{text}</RouterLink>
              )}
              {why && !isDone ? (
                <chakra.span display="block" color="fg.muted">
                  {why}
                </chakra.span>
              ) : null}
            </chakra.span>
          </Step>
        )
      })}
    </chakra.ol>
  )
}

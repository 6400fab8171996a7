import { chakra } from '@chakra-ui/react/styled-system'
import { Circle, CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { fillAddress } from '../../model/fillAddress.ts'
import type { FirstSteps } from '../../model/report.ts'
import { RouterLink } from '../router/RouterLink.tsx'
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

/** Lists the first steps, ticked off as they are done; nothing once all of them are. */
export function StepList({ steps: { title, help, items } }: { readonly steps: FirstSteps }) {
  const id = useId()
  const { say, isReachable } = useReport()
  const figure = useFigure()
  const addresses = usePageAddressValues()
  const steps = items.flatMap(step => {
    const value = figure(step.done)
    return isReachable(step.open) && typeof value === 'number' ? [{ ...step, isDone: value > 0 }] : []
  })
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <ReportPanel id={id} title={title} help={help}>
      <chakra.ol listStyleType="none" aria-labelledby={id}>
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
    </ReportPanel>
  )
}

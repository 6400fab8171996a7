import { chakra } from '@chakra-ui/react/styled-system'
import { useSyncExternalStore } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import type { FormCalculation } from '../calculation/formCalculation.ts'
import { useForm } from '../formContext.ts'

/** Tells what the calculation lacks, and that it is left to the save where what it needs could not be had. */
export function CalculationNote({ calculation }: { readonly calculation: FormCalculation }) {
  const { say } = useForm()
  const state = useSyncExternalStore(calculation.subscribe, calculation.state)
  const problems = useSyncExternalStore(calculation.subscribe, calculation.problems)
  if (state !== 'failed' && problems.length === 0) return null
  return (
    <chakra.div mb="4" display="flex" flexDirection="column" gap="2">
      {state === 'failed' ? (
        <Banner
          tone="warning"
          actions={
            <Button size="sm" onClick={calculation.retry}>
              {say('retry')}
            </Button>
          }
        >
          {say('calculation-failed')}
        </Banner>
      ) : null}
      {problems.map(({ message, params }) => (
        <Banner key={message + JSON.stringify(params)} tone="warning">
          {say(message, params)}
        </Banner>
      ))}
    </chakra.div>
  )
}

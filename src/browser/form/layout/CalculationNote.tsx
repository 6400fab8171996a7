import { chakra } from '@chakra-ui/react/styled-system'
import { useSyncExternalStore } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import type { FormCalculation } from '../calculation/formCalculation.ts'
import { useForm } from '../formContext.ts'

/** Tells that what a plugin works out is left to the save, where what it needs could not be had. */
export function CalculationNote({ calculation }: { readonly calculation: FormCalculation }) {
  const { say } = useForm()
  const state = useSyncExternalStore(calculation.subscribe, calculation.state)
  if (state !== 'failed') return null
  return (
    <chakra.div mb="4">
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
    </chakra.div>
  )
}

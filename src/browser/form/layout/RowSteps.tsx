import { chakra } from '@chakra-ui/react/styled-system'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../../controls/Button.tsx'
import { useTranslate } from '../../data/session.tsx'

interface Props {
  /** Which of the rows is open. */
  readonly at: number
  readonly count: number
  /** The keys that do the same, for the tips of the buttons. */
  readonly keys?: { readonly before: string; readonly after: string }
  onStep(by: -1 | 1): void
}

/** Foot of a dialog over one row of several: which it is, and the ways to its neighbours. */
export function RowSteps({ at, count, keys, onStep }: Props) {
  const say = useTranslate()
  return (
    <>
      <chakra.span role="status" mr="auto" alignSelf="center" textStyle="note">
        {say('row-of', { at: at + 1, count })}
      </chakra.span>
      <Button icon={<ChevronLeft aria-hidden />} disabled={at === 0} data-tip={keys?.before} onClick={() => onStep(-1)}>
        {say('row-before')}
      </Button>
      <Button icon={<ChevronRight aria-hidden />} disabled={at === count - 1} data-tip={keys?.after} onClick={() => onStep(1)}>
        {say('row-after')}
      </Button>
    </>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { Banner } from '../../../../controls/Banner.tsx'
import { Button } from '../../../../controls/Button.tsx'
import { useTranslate } from '../../../data/session.tsx'

/** Asks whoever is at a page for the first time whether they want to be shown around. */
export function TourOffer({ onBegin, onLater }: { onBegin(): void; onLater(): void }) {
  const say = useTranslate()
  const actions = (
    <>
      <Button size="sm" look="solid" onClick={onBegin}>
        {say('tour.begin')}
      </Button>
      <Button size="sm" onClick={onLater}>
        {say('tour.later')}
      </Button>
    </>
  )
  return (
    <chakra.div css={{ '@media print': { display: 'none' } }}>
      <Banner tone="info" quiet actions={actions}>
        {say('tour.offer')}
      </Banner>
    </chakra.div>
  )
}

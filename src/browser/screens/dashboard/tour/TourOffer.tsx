import { chakra } from '@chakra-ui/react/styled-system'
import { Banner } from '../../../../controls/Banner.tsx'
import { Button } from '../../../../controls/Button.tsx'
import { useTranslate } from '../../../data/session.tsx'

const Place = chakra('div', {
  base: {
    position: 'sticky',
    bottom: '4',
    zIndex: 'sticky',
    alignSelf: 'flex-end',
    width: { base: '100%', md: 'auto' },
    borderRadius: 'md',
    boxShadow: 'float',
    '@media print': { display: 'none' },
  },
})

/**
 * Asks whoever is at a page for the first time whether they want to be shown around. Whether they were asked on another machine is known
 * only after the first figures stand: the offer lies over the page's end and pushes none of them away from under a hand.
 */
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
    <Place>
      <Banner tone="info" quiet actions={actions}>
        {say('tour.offer')}
      </Banner>
    </Place>
  )
}

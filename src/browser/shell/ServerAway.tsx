import { chakra } from '@chakra-ui/react/styled-system'
import { Banner } from '../../controls/Banner.tsx'
import { fallbackTexts } from '../ui/fallbackTexts.ts'

/** In the frame that waits for its session: the page came without a network, and goes on once the server answers. */
export default function ServerAway() {
  return (
    <chakra.div px={{ base: '2', md: '4' }} pt="2">
      <Banner tone="warning" title={fallbackTexts.offline}>
        {fallbackTexts.offlineHelp}
      </Banner>
    </chakra.div>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import type { DefinitionTrouble } from '../../api/session.ts'
import { Banner } from '../../controls/Banner.tsx'
import { useTranslate } from '../data/session.tsx'

/** Lines that are shown; the terminal has them all. */
const mostShown = 5

/** Says over every page what is wrong with the definitions, to who can mend them. */
export default function TroubleBanner({ trouble: { lines, kept } }: { readonly trouble: DefinitionTrouble }) {
  const say = useTranslate()
  const more = lines.length - mostShown
  return (
    <chakra.div px={{ base: '2', md: '4' }} pt="2" flexShrink={0}>
      <Banner tone="warning" title={say(kept ? 'frame.definitions-kept' : 'frame.definitions-left-out')}>
        <chakra.ul lang="en" fontFamily="mono" fontSize="xs" overflowWrap="anywhere">
          {lines.slice(0, mostShown).map(line => (
            <li key={line}>{line}</li>
          ))}
        </chakra.ul>
        {more > 0 ? say('frame.definitions-more', { count: more }) : null}
      </Banner>
    </chakra.div>
  )
}

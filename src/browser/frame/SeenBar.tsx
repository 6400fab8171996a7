import { chakra } from '@chakra-ui/react/styled-system'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { seeAs } from '../data/seenAs.ts'
import { useSay } from '../data/session.tsx'

/** Says over every page that it is shown as another sees it, and ends that. */
export default function SeenBar({ name }: { readonly name: string }) {
  const say = useSay()
  return (
    <chakra.div px={{ base: '2', md: '4' }} pt="2" flexShrink={0}>
      <Banner
        tone="warning"
        title={say('work.seeing-as', { name })}
        actions={
          <Button size="sm" onClick={() => seeAs(undefined)}>
            {say('work.see-as-end')}
          </Button>
        }
      />
    </chakra.div>
  )
}

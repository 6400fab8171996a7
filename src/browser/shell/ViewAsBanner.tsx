import { chakra } from '@chakra-ui/react/styled-system'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { useTranslate } from '../data/session.tsx'
import { setViewAs } from '../data/viewAs.ts'

/** Says over every page that it is shown as another sees it, and ends that. */
export default function ViewAsBanner({ name }: { readonly name: string }) {
  const say = useTranslate()
  return (
    <chakra.div px={{ base: '2', md: '4' }} pt="2" flexShrink={0}>
      <Banner
        tone="warning"
        title={say('work.seeing-as', { name })}
        actions={
          <Button size="sm" onClick={() => setViewAs(undefined)}>
            {say('work.see-as-end')}
          </Button>
        }
      />
    </chakra.div>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { ProgressBar } from '../../controls/ProgressBar.tsx'
import { type BackgroundJob, useBackgroundJobs } from '../data/backgroundJobs.ts'
import { useTranslate } from '../data/session.tsx'
import { RouterLink } from '../router/RouterLink.tsx'

/** Lists the work that this tab is still at, though its page was left: how far it is, the way back to it, and the way to stop it. */
export function BackgroundJobList() {
  const say = useTranslate()
  const works = useBackgroundJobs()
  if (works.length === 0) return null
  return (
    <chakra.section mb="5" aria-label={say('import.running-here')}>
      <chakra.h2 textStyle="section" mb="2">
        {say('import.running-here')}
      </chakra.h2>
      <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="2">
        {works.map(work => (
          <RunningWork key={work.id} work={work} />
        ))}
      </chakra.ul>
    </chakra.section>
  )
}

const whole = new Intl.NumberFormat('pt-BR')

function RunningWork({ work }: { readonly work: BackgroundJob }) {
  const say = useTranslate()
  const { title, path, done, total, waiting } = work
  const text = say('import.progress', { done: whole.format(done), count: total })
  return (
    <chakra.li bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="lg" px="4" py="3">
      <chakra.div display="flex" alignItems="center" gap="3" flexWrap="wrap" mb="2">
        <chakra.div flex="1" minWidth="12rem">
          <RouterLink to={path} style={{ textDecoration: 'underline', fontWeight: 500 }}>
            {title}
          </RouterLink>
          <chakra.p textStyle="note" fontVariantNumeric="tabular-nums">
            {text}
          </chakra.p>
        </chakra.div>
        <Button size="sm" onClick={work.cancel} aria-label={`${say('cancel')}: ${title}`}>
          {say('cancel')}
        </Button>
      </chakra.div>
      <ProgressBar label={text} value={total > 0 ? done / total : 0} />
      {waiting ? (
        <chakra.div mt="2">
          <Banner tone="warning">{say('import.waiting')}</Banner>
        </chakra.div>
      ) : null}
    </chakra.li>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import { CircleAlert, CircleCheck, Minus, RotateCw, Smile } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { formatDecimal } from '../../base/number.ts'
import { call, RouterLink, ScreenHead, useTranslate } from '../../browser/plugin.ts'
import { Banner } from '../../controls/Banner.tsx'
import { Button, ButtonLink } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { Skeleton } from '../../controls/Skeleton.tsx'
import type { Screen } from '../../model/model.ts'

interface Bucket {
  readonly count: number
  readonly percentage: number
}

interface NpsScore {
  readonly detratores: Bucket
  readonly passivos: Bucket
  readonly promotores: Bucket
  readonly score: number
}

const buckets = [
  { name: 'promotores', title: 'survey.promoters', tone: 'positive', Sign: CircleCheck },
  { name: 'passivos', title: 'survey.passives', tone: 'neutral', Sign: Minus },
  { name: 'detratores', title: 'survey.detractors', tone: 'danger', Sign: CircleAlert },
] as const

/** What the survey says, for the platform's administrator. */
export default function Summary({ screen }: { readonly screen: Screen }) {
  const say = useTranslate()
  const [found, setFound] = useState<NpsScore>()
  const [failed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    call<NpsScore>('GET', 'Nps/score').then(
      ({ data }) => setFound(data),
      () => setFailed(true),
    )
  }, [])
  useEffect(load, [load])
  return (
    <chakra.div width="100%" maxWidth="60rem" mx="auto" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      {failed ? (
        <Banner
          tone="danger"
          actions={
            <Button size="sm" icon={<RotateCw aria-hidden />} onClick={load}>
              {say('retry')}
            </Button>
          }
        >
          {say('load-failed')}
        </Banner>
      ) : found ? (
        <Figures found={found} />
      ) : (
        <Skeleton height="12rem" radius="0.625rem" />
      )}
    </chakra.div>
  )
}

function Figures({ found }: { readonly found: NpsScore }) {
  const say = useTranslate()
  const all = buckets.reduce((count, { name }) => count + found[name].count, 0)
  if (all === 0) return <EmptyState icon={<Smile />} title={say('survey.none')} />
  const answers = (count: number): string => say('survey.count', { count })
  return (
    <>
      <chakra.p textStyle="label" color="fg.muted">
        {say('survey.result')}
      </chakra.p>
      <chakra.p fontSize="3rem" lineHeight="3.5rem" fontWeight="600" css={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatDecimal(found.score, Number.isInteger(found.score) ? 0 : 1)}
      </chakra.p>
      <chakra.p color="fg.muted" mb="4">
        {answers(all)}
      </chakra.p>
      <chakra.div display="flex" height="0.75rem" gap="2px" mb="4" aria-hidden>
        {buckets.map(({ name, tone }) => (
          <chakra.span
            key={name}
            colorPalette={tone}
            bg="colorPalette.solid"
            borderRadius="sm"
            style={{ flexGrow: found[name].count }}
          />
        ))}
      </chakra.div>
      <chakra.ul
        listStyleType="none"
        display="grid"
        gap="3"
        gridTemplateColumns="repeat(auto-fit, minmax(min(12rem, 100%), 1fr))"
        mb="5"
      >
        {buckets.map(({ name, title, tone, Sign }) => (
          <chakra.li
            key={name}
            colorPalette={tone}
            bg="bg.panel"
            borderWidth="1px"
            borderColor="colorPalette.border"
            borderRadius="lg"
            px="4"
            py="3"
            css={{ fontVariantNumeric: 'tabular-nums', '& svg': { boxSize: '1rem', color: 'colorPalette.fg' } }}
          >
            <chakra.p display="flex" alignItems="center" gap="1.5" textStyle="label" color="fg.muted">
              <Sign aria-hidden />
              {say(title)}
            </chakra.p>
            <chakra.p fontSize="1.5rem" lineHeight="2rem" fontWeight="600">
              {formatDecimal(found[name].percentage, 2)}%
            </chakra.p>
            <chakra.p color="fg.muted">{answers(found[name].count)}</chakra.p>
          </chakra.li>
        ))}
      </chakra.ul>
      <ButtonLink as={RouterLink} to="/Nps">
        {say('survey.answers')}
      </ButtonLink>
    </>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import useSWR from 'swr'
import type { CardState, HubReply } from '../../../api/hub.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button, ButtonLink } from '../../../controls/Button.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import { Icon } from '../../../controls/Icon.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import type { Register, Screen } from '../../../model/model.ts'
import type { HubCard, HubView, StatesView } from '../../../model/screen.ts'
import { type CallError, call } from '../../data/api.ts'
import { cacheScope } from '../../data/caches.ts'
import { useModel, useRegister, useSession, useTranslate } from '../../data/session.tsx'
import { RouterLink } from '../../router/RouterLink.tsx'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import { useStateContext } from '../states/useStateContext.ts'

interface Props {
  readonly screen: Screen
  readonly hub: HubView
}

/** Cards that lead to other screens, with the state of what each sets up. What is closed to somebody is not there. */
export default function HubScreen({ screen, hub }: Props) {
  const say = useTranslate()
  const { screens } = useModel()
  const { data, error, mutate } = useSWR<HubReply, CallError>(['hub', screen.name, cacheScope()], async () => {
    const reply = await call<HubReply>('GET', `telas/${screen.name}/estados`)
    return reply.data
  })
  const groups = hub.groups
    .map(group => ({ ...group, cards: group.cards.filter(card => screens[card.screen]) }))
    .filter(({ cards }) => cards.length > 0)
  return (
    <chakra.div width="100%" maxWidth="76rem" p={{ base: '4', md: '6' }} display="flex" flexDirection="column" gap="5">
      <ScreenHead screen={screen} />
      {error ? (
        <Banner tone="danger" actions={<Button onClick={() => void mutate()}>{say('retry')}</Button>}>
          {say('hub.failed', { message: error.message })}
        </Banner>
      ) : null}
      {groups.map(group => (
        <chakra.section key={group.title} aria-label={group.title}>
          <chakra.h2 textStyle="section" mb="3">
            {group.title}
          </chakra.h2>
          <chakra.ul
            listStyleType="none"
            display="grid"
            gap="3"
            gridTemplateColumns="repeat(auto-fill, minmax(min(19rem, 100%), 1fr))"
          >
            {group.cards.map(card => (
              <OneCard
                key={card.screen}
                card={card}
                screen={screens[card.screen]}
                open={hub.open}
                state={data?.[card.screen]}
                coming={data === undefined && error === undefined}
              />
            ))}
          </chakra.ul>
        </chakra.section>
      ))}
    </chakra.div>
  )
}

const Box = chakra('li', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    p: '4',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    minWidth: '0',
  },
})

interface CardProps {
  readonly card: HubCard
  readonly screen: Screen | undefined
  readonly open: string
  readonly state: CardState | undefined
  readonly coming: boolean
}

function OneCard({ card, screen, open, state, coming }: CardProps) {
  if (!screen) return null
  return (
    <Box>
      <chakra.div display="flex" gap="3" alignItems="flex-start">
        <chakra.span color="accent.fg" flexShrink={0} mt="0.5">
          <Icon name={card.icon} size="1.25rem" />
        </chakra.span>
        <chakra.div minWidth="0">
          <chakra.h3 fontWeight="600" overflowWrap="anywhere">
            {screen.title}
          </chakra.h3>
          {screen.help ? (
            <chakra.p textStyle="note" mt="0.5">
              {screen.help}
            </chakra.p>
          ) : null}
        </chakra.div>
      </chakra.div>
      <chakra.div mt="auto" display="flex" gap="2" flexWrap="wrap" alignItems="center" justifyContent="space-between">
        <chakra.div aria-busy={coming || undefined} minHeight="1.5rem" minWidth="0">
          {'states' in screen.body && screen.body.states.load ? (
            <LoadedState screen={screen} view={screen.body.states} />
          ) : coming ? (
            <Skeleton width="7rem" height="1.5rem" />
          ) : state ? (
            <State state={state} />
          ) : null}
        </chakra.div>
        <ButtonLink as={RouterLink} to={screen.path} size="sm" aria-label={`${open}: ${screen.title}`}>
          {open}
        </ButtonLink>
      </chakra.div>
    </Box>
  )
}

/** The state of a page that a call tells and no record holds. */
function LoadedState({ screen, view }: { readonly screen: Screen; readonly view: StatesView }) {
  const register = useRegister(view.register)
  return register ? <Loaded screen={screen} view={view} register={register} /> : null
}

interface LoadedProps {
  readonly screen: Screen
  readonly view: StatesView
  readonly register: Register
}

function Loaded({ screen, view, register }: LoadedProps) {
  const [context] = useStateContext(screen, view, register)
  const state = context.ready ? view.states.find(({ when }) => context.evaluate(when) === true) : undefined
  return state ? <State state={{ title: state.title, tone: state.tone, since: null }} /> : null
}

function State({ state: { title, tone, since } }: { readonly state: CardState }) {
  const say = useTranslate()
  const { zone } = useSession()
  return (
    <chakra.span display="flex" gap="2" alignItems="center" flexWrap="wrap">
      <Chip tone={tone}>{title}</Chip>
      {since ? <chakra.span textStyle="note">{say('since', { moment: dateTimeText(since, zone) })}</chakra.span> : null}
    </chakra.span>
  )
}

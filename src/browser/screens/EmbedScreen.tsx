import { chakra } from '@chakra-ui/react/styled-system'
import { LockKeyhole, Newspaper } from 'lucide-react'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { Icon } from '../../controls/Icon.tsx'
import type { Screen } from '../../model/model.ts'
import { useSession, useTranslate } from '../data/session.tsx'
import { useExpressions } from '../data/useExpressions.ts'
import { RouterLink } from '../router/RouterLink.tsx'
import { useMenu } from '../router/useRoute.ts'
import { usedMenuItems, useMenuVisits } from '../shell/menuUsage.ts'
import { ScreenHead } from './ScreenHead.tsx'
import type { ScreenBody } from './screenBody.ts'

/** An address written as text needs no expression engine. */
const written = /^(['"])(.*)\1$/

/** A page of another site inside ours; without an address, a welcome with the ways that are used most. */
export function EmbedScreen({ screen, embed }: { readonly screen: Screen; readonly embed: ScreenBody<'embed'> }) {
  const plain = written.exec(embed.address)?.[2]
  const evaluate = useExpressions('', plain === undefined ? undefined : [])
  const address = plain ?? evaluate(embed.address, {})
  if (typeof address === 'string' && /^https:\/\//.test(address))
    return (
      <chakra.iframe
        src={address}
        title={screen.title}
        flex="1"
        width="100%"
        minHeight="0"
        border="none"
        sandbox="allow-scripts allow-same-origin allow-popups"
        referrerPolicy="no-referrer"
      />
    )
  return <Welcome screen={screen} blank={embed.blank} />
}

const Card = chakra(RouterLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    p: '3.5',
    minHeight: '4rem',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    transition: 'border-color 120ms, background-color 120ms',
    _hover: { borderColor: 'accent.border', bg: 'accent.subtle' },
    '& > span:first-of-type': { color: 'accent.fg' },
  },
})

const Panel = chakra('section', { base: { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border', borderRadius: 'lg' } })

function Welcome({ screen, blank }: { readonly screen: Screen; readonly blank: string }) {
  const say = useTranslate()
  const { store, adminActive, user, invitations = 0 } = useSession()
  const groups = useMenu('side').filter(({ flat }) => !flat)
  const ways = usedMenuItems(groups, useMenuVisits()).slice(0, 6)
  const why = store ? 'session.no-screens' : 'session.no-store'
  return (
    <chakra.div width="100%" maxWidth="60rem" mx="auto" p={{ base: '4', md: '8' }}>
      {ways.length > 0 ? (
        <chakra.section aria-label={say('frame.most-used')} mb="8">
          <chakra.p color="fg.muted">{store?.nome_fantasia}</chakra.p>
          <chakra.h2 textStyle="section" mb="3">
            {say('frame.most-used')}
          </chakra.h2>
          <chakra.ul
            listStyleType="none"
            display="grid"
            gap="3"
            gridTemplateColumns="repeat(auto-fill, minmax(min(15rem, 45%), 1fr))"
          >
            {ways.map(({ item, group }) => (
              <li key={item.path}>
                <Card to={item.path}>
                  <Icon name={item.icon ?? group.icon} size="1.25rem" />
                  <chakra.span minWidth="0">
                    <chakra.span display="block" fontWeight="600" truncate>
                      {item.title}
                    </chakra.span>
                    <chakra.span display="block" textStyle="note" truncate>
                      {group.title}
                    </chakra.span>
                  </chakra.span>
                </Card>
              </li>
            ))}
          </chakra.ul>
        </chakra.section>
      ) : null}
      {/* People who may open nothing are told so; without a licence the menu says why it is empty, and above stands who is invited. */}
      {groups.length === 0 && (store ? adminActive : invitations === 0) ? (
        <Panel aria-label={say(why)} mb="8">
          <EmptyState
            icon={<LockKeyhole />}
            title={say(why)}
            text={say(`${why}-why`, { store: store?.nome_fantasia ?? '', email: user.email })}
          />
        </Panel>
      ) : null}
      <Panel aria-label={screen.title}>
        <chakra.div srOnly>
          <ScreenHead screen={screen} />
        </chakra.div>
        <EmptyState icon={<Newspaper />} title={screen.title} text={say(blank)} />
      </Panel>
    </chakra.div>
  )
}

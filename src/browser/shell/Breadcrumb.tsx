import { chakra } from '@chakra-ui/react/styled-system'
import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import type { Model, Screen } from '../../model/model.ts'
import { useModel, useSession, useTranslate } from '../data/session.tsx'
import { RouterLink } from '../router/RouterLink.tsx'
import { currentMenuItem, type Route } from '../router/route.ts'
import { useLocation } from '../router/router.tsx'
import { useMenu, useRoute } from '../router/useRoute.ts'
import { usePageTitle } from '../ui/pageTitle.ts'
import { useTrackRecentRecord } from './recentRecords.ts'

interface Crumb {
  readonly title: string
  readonly to?: string
}

const Nav = chakra('nav', {
  base: {
    flex: 1,
    minWidth: 0,
    containerType: 'inline-size',
    '& ol': { display: 'flex', alignItems: 'center', gap: '1', listStyleType: 'none', minWidth: 0 },
    '& li': { display: 'flex', alignItems: 'center', gap: '1', minWidth: 0, color: 'fg.muted', whiteSpace: 'nowrap' },
    '& li:last-child': { color: 'fg', fontWeight: 'medium' },
    '& img': { marginInlineEnd: '2' },
    '& li:not(:last-child)': { flexShrink: 0, mdDown: { display: 'none' } },
    // The page's own name is never what has no room: before it goes the group, and then the list.
    '& li:nth-last-of-type(n + 3):not(:first-of-type)': { '@container (max-width: 24rem)': { display: 'none' } },
    '& li:nth-last-of-type(2):not(:first-of-type)': { '@container (max-width: 13rem)': { display: 'none' } },
    '& li > a, & li > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    // A phone shows the page's name alone, in two lines of whatever height: it has no pointer that would tell what an ellipsis hides.
    '& li:last-child > span': { mdDown: { whiteSpace: 'normal', lineHeight: '1.2', lineClamp: 2 } },
    '& li > a': { '@media (pointer: coarse)': { paddingBlock: '2' } },
    '& a:hover': { color: 'fg', textDecoration: 'underline' },
    '& svg': { boxSize: '0.875rem', color: 'fg.subtle', flexShrink: 0 },
  },
})

/** Group, list, record; also the title of the browser's tab. A phone has room for the last of them. */
export function Breadcrumb({ phone }: { readonly phone: boolean }) {
  const say = useTranslate()
  const crumbs = useCrumbs(phone)
  const tab = crumbs
    .slice(-2)
    .reverse()
    .map(crumb => crumb.title)
  useEffect(() => {
    document.title = [...tab, 'Retaguarda'].join(' · ')
  })
  return (
    <Nav aria-label={say('breadcrumb')}>
      <ol>
        <li>
          <RouterLink to="/" aria-label={say('frame.home')}>
            <img src="/favicon.svg" alt="" width="24" height="24" />
          </RouterLink>
        </li>
        {crumbs.map((crumb, at) => (
          // Two steps may have the same name.
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the path
          <li key={at}>
            {crumb.to && at < crumbs.length - 1 ? (
              <RouterLink to={crumb.to}>{crumb.title}</RouterLink>
            ) : (
              <span {...(at === crumbs.length - 1 ? { 'aria-current': 'page' as const } : {})}>{crumb.title}</span>
            )}
            {at < crumbs.length - 1 ? <ChevronRight aria-hidden /> : null}
          </li>
        ))}
      </ol>
    </Nav>
  )
}

function useCrumbs(phone: boolean): readonly Crumb[] {
  const say = useTranslate()
  const place = useRoute()
  const named = usePageTitle()
  const side = useMenu('side')
  const account = useMenu('user')
  const { pathname, search } = useLocation()
  const here = currentMenuItem([...side, ...account], pathname, search)
  const { user } = useSession()
  const { screens } = useModel()
  const opened = place?.kind === 'form' && place.id !== undefined ? place : undefined
  useTrackRecentRecord(
    user.id,
    opened && `${opened.register.views.path}/${encodeURIComponent(opened.id ?? '')}`,
    named,
    opened?.register.title ?? '',
  )
  if (!place) return [{ title: named ?? say('not-found-title') }]
  const group: readonly Crumb[] = here?.group.place === 'side' && !here.group.flat ? [{ title: here.group.title }] : []
  const base = baseOf(place)
  const hub = place.kind === 'screen' ? hubOf(place.screen, screens) : undefined
  if (hub) return [{ title: hub.title, to: hub.path }, { title: base.title }]
  // Where the group is not told, "Todos" of "Caixas" would say nothing.
  const item = { title: (!phone && here?.item.title) || base.title, to: here?.item.path ?? base.path }
  if (place.kind !== 'form') return [...group, item]
  return [...group, item, { title: named ?? (place.id === undefined ? say('frame.new-record') : place.id) }]
}

/** The page of cards from which a screen is reached: the way back to it. */
const hubOf = ({ name }: Screen, screens: Model['screens']): Screen | undefined =>
  Object.values(screens).find(
    ({ body }) => 'hub' in body && body.hub.groups.some(({ cards }) => cards.some(({ screen }) => screen === name)),
  )

function baseOf(place: Route): { readonly title: string; readonly path: string } {
  if (place.kind === 'list' || place.kind === 'form') return { title: place.register.title, path: place.register.views.path }
  return place.kind === 'screen' ? place.screen : place.kind === 'import' ? place.load : place.report
}

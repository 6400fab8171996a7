import { chakra } from '@chakra-ui/react/styled-system'
import { ChevronDown } from 'lucide-react'
import { lazy, memo, Suspense, useState } from 'react'
import { version } from '../../../package.json'
import { Icon } from '../../controls/Icon.tsx'
import type { MenuGroup, MenuItem } from '../../model/model.ts'
import { useSession, useTranslate } from '../data/session.tsx'
import { readStorage, writeStorage } from '../data/storage.ts'
import { RouterLink } from '../router/RouterLink.tsx'
import { currentMenuItem } from '../router/route.ts'
import { useLocation } from '../router/router.tsx'
import { useMenu } from '../router/useRoute.ts'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useFirstPaint } from '../ui/useFirstPaint.ts'
import { ChooseFavourites } from './favourites/ChooseFavourites.tsx'
import { useFavouriteGroup } from './favourites/useFavouriteGroup.ts'
import { StoreSelector } from './stores/StoreSelector.tsx'

const Flyout = lazy(() => loadWithRetry(() => import('./Flyout.tsx')))
const LicenceNotice = lazy(() => loadWithRetry(() => import('./licence/LicenceNotice.tsx')))

const Side = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    bg: 'bg.panel',
    borderInlineEndWidth: '1px',
    borderColor: 'border',
    minHeight: 0,
  },
})

const headLook = {
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  width: '100%',
  minHeight: '2.25rem',
  px: '2.5',
  borderRadius: 'md',
  fontWeight: 'medium',
  color: 'fg',
  textAlign: 'start',
  _hover: { bg: 'bg.muted' },
  '& > svg': { boxSize: '1rem', color: 'fg.subtle', transition: 'transform 150ms' },
  '&[aria-expanded="false"] > svg': { transform: 'rotate(-90deg)' },
  '& > span:first-of-type': { color: 'fg.muted' },
  '@media (pointer: coarse)': { minHeight: '2.75rem' },
} as const

const Head = chakra('button', { base: headLook })

/** An entry without a group; folded, its icon alone. */
const Flat = chakra(RouterLink, {
  base: {
    ...headLook,
    mb: '0.5',
    '&[aria-current]': { bg: 'accent.subtle', color: 'accent.fg' },
    '&[data-tip]': { justifyContent: 'center', px: '0', minHeight: '2.5rem' },
  },
})

const menuLink = {
  display: 'flex',
  alignItems: 'center',
  minHeight: '2rem',
  ps: '10',
  pe: '2.5',
  borderRadius: 'md',
  color: 'fg.muted',
  _hover: { bg: 'bg.muted', color: 'fg' },
  '&[aria-current]': {
    position: 'relative',
    bg: 'accent.subtle',
    color: 'accent.fg',
    fontWeight: 'medium',
    // Under the pointer it is still the page that is shown.
    _hover: { bg: 'accent.subtle', color: 'accent.fg' },
    _before: {
      content: '""',
      position: 'absolute',
      insetInlineStart: '1.125rem',
      insetBlock: '0.5rem',
      width: '2px',
      borderRadius: 'full',
      bg: 'accent.solid',
    },
  },
  '@media (pointer: coarse)': { minHeight: '2.75rem' },
} as const

const Item = chakra(RouterLink, { base: menuLink })

interface MenuProps {
  readonly folded: boolean
  onNavigate?(): void
}

/** Store, groups, version. Folded, each group is an icon that opens its items beside it. */
export function SideMenu({ folded, onNavigate }: MenuProps) {
  const say = useTranslate()
  const { adminActive } = useSession()
  return (
    <Side>
      <chakra.div p="2" borderBottomWidth="1px" borderColor="border.muted">
        <StoreSelector folded={folded} />
      </chakra.div>
      <chakra.nav aria-label={say('menu')} flex="1" minHeight="0" overflowY="auto" p="2" scrollbarWidth="thin">
        {adminActive ? null : (
          <Suspense fallback={null}>
            <LicenceNotice folded={folded} />
          </Suspense>
        )}
        <Suspense fallback={null}>
          {useFirstPaint() ? <Groups folded={folded} {...(onNavigate ? { onNavigate } : {})} /> : null}
        </Suspense>
      </chakra.nav>
      <chakra.p
        textStyle="note"
        color="fg.subtle"
        px={folded ? '1' : '4'}
        py="2.5"
        textAlign={folded ? 'center' : 'start'}
        borderTopWidth="1px"
        borderColor="border.muted"
      >
        {folded ? version : say('version', { version })}
      </chakra.p>
    </Side>
  )
}

/** Only these follow the address, and of them only what it leaves and what it enters is drawn anew. */
function Groups({ folded, onNavigate }: MenuProps) {
  const groups = useMenu('side')
  const favourites = useFavouriteGroup(groups)
  const { pathname, search } = useLocation()
  const here = currentMenuItem(groups, pathname, search)
  const drawn = (group: MenuGroup) => {
    const current = group.items.find(item => item === here?.item)
    if (group.flat)
      return group.items.map(item => (
        <Flat
          key={item.path}
          to={item.path}
          aria-current={item === current ? 'page' : undefined}
          onClick={onNavigate}
          {...(folded ? { 'aria-label': item.title, 'data-tip': item.title } : {})}
        >
          <Icon name={item.icon ?? group.icon} {...(folded ? { size: '1.25rem' } : {})} />
          {folded ? null : item.title}
        </Flat>
      ))
    if (folded) return <Flyout key={group.id} group={group} current={current} />
    return <Group key={group.id} group={group} current={current} {...(onNavigate ? { onNavigate } : {})} />
  }
  // On a phone no page has a star: they are chosen here.
  const choosing = !folded && (onNavigate !== undefined || favourites.length > 0)
  return (
    <>
      {groups.filter(({ flat }) => flat).map(drawn)}
      {favourites.map(drawn)}
      {choosing ? <ChooseFavourites /> : null}
      {groups.filter(({ flat }) => !flat).map(drawn)}
    </>
  )
}

interface GroupProps {
  readonly group: MenuGroup
  readonly current: MenuItem | undefined
  onNavigate?(): void
}

const Group = memo(function Group({ group, current, onNavigate }: GroupProps) {
  const [closed, toggle] = useFold(group.id)
  const list = `menu-${group.id}`
  return (
    <chakra.div mb="0.5">
      <Head type="button" aria-expanded={!closed} aria-controls={list} onClick={toggle}>
        <Icon name={group.icon} />
        <chakra.span flex="1" minWidth="0" truncate>
          {group.title}
        </chakra.span>
        <ChevronDown aria-hidden />
      </Head>
      <chakra.ul
        id={list}
        hidden={closed}
        listStyleType="none"
        mt="0.5"
        display="flex"
        flexDirection="column"
        gap="0.5"
        _hidden={{ display: 'none' }}
      >
        {group.items.map(item => (
          <Entry key={item.path} item={item} current={item === current} {...(onNavigate ? { onNavigate } : {})} />
        ))}
      </chakra.ul>
    </chakra.div>
  )
})

interface EntryProps {
  readonly item: MenuItem
  readonly current: boolean
  onNavigate?(): void
}

const Entry = memo(function Entry({ item, current, onNavigate }: EntryProps) {
  return (
    <li>
      <Item to={item.path} aria-current={current ? 'page' : undefined} {...(onNavigate ? { onClick: onNavigate } : {})}>
        {item.title}
      </Item>
    </li>
  )
})

const foldedKey = 'menu'

/** Tells whether a group is folded: kept, and open at first. */
function useFold(id: string): readonly [boolean, () => void] {
  const read = () => (readStorage(foldedKey) ?? '').split(',').filter(Boolean)
  const [closed, setClosed] = useState(() => read().includes(id))
  const toggle = () => {
    const others = read().filter(one => one !== id)
    writeStorage(foldedKey, (closed ? others : [...others, id]).join(','))
    setClosed(!closed)
  }
  return [closed, toggle]
}

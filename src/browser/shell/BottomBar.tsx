import { chakra } from '@chakra-ui/react/styled-system'
import { useLayoutEffect, useState } from 'react'
import { Icon } from '../../controls/Icon.tsx'
import { useTranslate } from '../data/session.tsx'
import { RouterLink } from '../router/RouterLink.tsx'
import { currentMenuItem } from '../router/route.ts'
import { useLocation } from '../router/router.tsx'
import { useMenu } from '../router/useRoute.ts'
import { useFavourites } from './favourites/favourites.ts'
import { menuItemsByUse, useMenuVisits } from './menuUsage.ts'

const Bar = chakra('nav', {
  base: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    bg: 'bg.panel',
    borderTopWidth: '1px',
    borderColor: 'border',
    flexShrink: 0,
    pb: 'env(safe-area-inset-bottom)',
    '@media print': { display: 'none' },
  },
})

const Item = chakra(RouterLink, {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '0.5',
    minHeight: '3.5rem',
    px: '1',
    fontSize: '0.6875rem',
    lineHeight: '0.9375rem',
    textAlign: 'center',
    color: 'fg.muted',
    _focusVisible: { outlineOffset: '-2px' },
    '&[aria-current]': { color: 'accent.fg', fontWeight: 'medium' },
    // Names are whole, over two lines where they must be.
    '& > span:last-child': { maxWidth: '100%', textWrap: 'balance', hyphens: 'auto', overflowWrap: 'break-word' },
  },
})

const most = 4

/**
 * On phones: the first favourites, then the most used screens in the order of the menu. These are counted when the page loads, so
 * that nothing moves under a finger.
 */
export default function BottomBar() {
  const say = useTranslate()
  const groups = useMenu('side')
  const { pathname, search } = useLocation()
  const [favourites] = useFavourites()
  const visits = useMenuVisits()
  const [used] = useState(() => menuItemsByUse(groups, visits).map(one => one.item.path))
  const here = currentMenuItem(groups, pathname, search)?.item.path
  const items = groups.flatMap(group => group.items.map(item => ({ item, icon: item.icon ?? group.icon })))
  // Toasts stand above it.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--bottom-menu', '3.5rem')
    return () => {
      style.removeProperty('--bottom-menu')
    }
  }, [])
  const starred = favourites.flatMap(path => items.find(({ item }) => item.path === path) ?? []).slice(0, most)
  const chosen = used.filter(path => !favourites.includes(path)).slice(0, most - starred.length)
  const shown = [...starred, ...items.filter(({ item }) => chosen.includes(item.path))]
  return (
    <Bar aria-label={say('frame.shortcuts')}>
      {shown.map(({ item, icon }) => (
        <Item key={item.path} to={item.path} aria-current={item.path === here ? 'page' : undefined}>
          <Icon name={icon} size="1.25rem" />
          <span>{item.alone ?? item.title}</span>
        </Item>
      ))}
    </Bar>
  )
}

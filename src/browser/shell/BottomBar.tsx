import { chakra } from '@chakra-ui/react/styled-system'
import { Menu } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { Icon } from '../../controls/Icon.tsx'
import { useTranslate } from '../data/session.tsx'
import { RouterLink } from '../router/RouterLink.tsx'
import { currentMenuItem } from '../router/route.ts'
import { useLocation } from '../router/router.tsx'
import { useMenu } from '../router/useRoute.ts'

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
    '@media print, (max-height: 31.25rem)': { display: 'none' },
  },
})

const itemLook = {
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
  '& > svg': { boxSize: '1.25rem' },
} as const

const Item = chakra(RouterLink, { base: itemLook })
const More = chakra('button', { base: itemLook })

const most = 4

/** On phones: the screens that the definition of the menu names for whom it is, always at the same place, and the whole menu. */
export default function BottomBar({ onMore }: { onMore(): void }) {
  const say = useTranslate()
  const bar = useMenu('bar').slice(0, 1)
  const { pathname, search } = useLocation()
  const items = bar.flatMap(group => group.items.slice(0, most).map(item => ({ item, icon: item.icon ?? group.icon })))
  const here = currentMenuItem(bar, pathname, search)?.item
  // Toasts stand above it.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--bottom-menu', '3.5rem')
    return () => {
      style.removeProperty('--bottom-menu')
    }
  }, [])
  return (
    <Bar aria-label={say('frame.shortcuts')}>
      {items.map(({ item, icon }) => (
        <Item key={item.path} to={item.path} aria-current={item === here ? 'page' : undefined}>
          <Icon name={icon} size="1.25rem" />
          <span>{item.title}</span>
        </Item>
      ))}
      <More type="button" data-place="menu" aria-haspopup="dialog" onClick={onMore}>
        <Menu aria-hidden />
        <span>{say('frame.more')}</span>
      </More>
    </Bar>
  )
}

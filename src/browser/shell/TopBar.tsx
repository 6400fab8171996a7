import { chakra } from '@chakra-ui/react/styled-system'
import { Menu as MenuIcon, Moon, PanelLeft, Search, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../controls/Button.tsx'
import { Kbd } from '../../controls/Kbd.tsx'
import { useTranslate } from '../data/session.tsx'
import { currentMenuItem } from '../router/route.ts'
import { useLocation } from '../router/router.tsx'
import { useMenu } from '../router/useRoute.ts'
import { chooseTheme, useTheme } from '../ui/theme.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { ConnectionIndicator } from './connection/ConnectionIndicator.tsx'
import { FavouriteStar } from './favourites/FavouriteStar.tsx'
import { UserMenu } from './UserMenu.tsx'

const SearchBox = chakra('button', {
  base: {
    display: { base: 'none', md: 'flex' },
    alignItems: 'center',
    gap: '2',
    height: '2.25rem',
    px: '2.5',
    width: { md: '11rem', xl: '15rem' },
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    bg: 'bg.subtle',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    _hover: { borderColor: 'border.control', color: 'fg' },
    '& svg': { boxSize: '1rem', flexShrink: 0 },
  },
})

/** The star of the screen at hand. */
function HereStar() {
  const { pathname, search } = useLocation()
  const here = currentMenuItem(useMenu('side'), pathname, search)
  return here ? <FavouriteStar path={here.item.path} /> : null
}

/** Changes to the theme that is not shown. */
function useThemeEntry() {
  const say = useTranslate()
  const dark = useTheme() === 'dark'
  return {
    id: 'theme',
    title: say(dark ? 'theme-light' : 'theme-dark'),
    icon: dark ? <Sun aria-hidden /> : <Moon aria-hidden />,
    act: () => chooseTheme(dark ? 'light' : 'dark'),
  }
}

export interface TopBarProps {
  readonly phone: boolean
  readonly folded: boolean
  onMenu(): void
  onSearch(): void
  /** Further content of the bar. */
  readonly children?: ReactNode
}

/** Where one is, the search of screens, connection and saving, theme, user. A phone has the theme in the user's menu: the name of the page needs the room. */
export function TopBar({ phone, folded, onMenu, onSearch, children }: TopBarProps) {
  const say = useTranslate()
  const theme = useThemeEntry()
  const menuLabel = phone ? say('menu-open') : say(folded ? 'menu-unfold' : 'menu-fold')
  return (
    <header className="top-bar">
      <IconButton label={menuLabel} onClick={onMenu} {...(phone ? { 'aria-haspopup': 'dialog' } : {})}>
        {phone ? <MenuIcon aria-hidden /> : <PanelLeft aria-hidden />}
      </IconButton>
      <Breadcrumb phone={phone} />
      <HereStar />
      {children}
      <ConnectionIndicator />
      <SearchBox type="button" onClick={onSearch} aria-keyshortcuts="Control+K">
        <Search aria-hidden />
        <chakra.span flex="1" textAlign="start" truncate>
          {say('frame.search')}
        </chakra.span>
        <Kbd aria-hidden>Ctrl K</Kbd>
      </SearchBox>
      <IconButton label={say('frame.search')} onClick={onSearch} display={{ md: 'none' }}>
        <Search aria-hidden />
      </IconButton>
      {phone ? null : (
        <IconButton label={theme.title} onClick={theme.act}>
          {theme.icon}
        </IconButton>
      )}
      <UserMenu further={phone ? [theme] : []} />
    </header>
  )
}

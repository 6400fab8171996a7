import { useCallback, useEffect, useRef, useState } from 'react'
import { showToast } from '../../controls/overlays/toasts.ts'
import { identityProof } from '../data/api.ts'
import { useConnectionTrouble } from '../data/connectionStatus.ts'
import { afterFirstRows } from '../data/first/afterFirstRows.ts'
import { useSession, useTranslate } from '../data/session.tsx'
import { useViewAs } from '../data/viewAs.ts'
import { setOutboxUser } from '../offline/deliverWrite.ts'
import { currentMenuItem } from '../router/route.ts'
import { useLocation } from '../router/router.tsx'
import { BottomRoom, NoticeRoom } from '../shell/FrameSkeleton.tsx'
import { Shell } from '../shell/Shell.tsx'
import { useMenuFolded } from '../shell/useMenuFolded.ts'
import { type BufferedKeystrokes, bufferKeystrokes } from '../ui/keyboard/bufferKeystrokes.ts'
import { pageCommandOf } from '../ui/keyboard/pageKeys.ts'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'
import { OverlaySlot } from './OverlaySlot.tsx'
import { pageModules } from './pageModules.ts'
import { RoutedPage } from './RoutedPage.tsx'
import '../ui/reloadPage.ts'
import { useMenu } from '../router/useRoute.ts'
import { SideMenu } from '../shell/SideMenu.tsx'
import { TopBar } from '../shell/TopBar.tsx'
import { useNarrowScreen, usePhoneScreen } from '../ui/useMediaQuery.ts'
import { TopSlot } from './TopSlot.tsx'

/** Everything around the page of a signed-in user. */
export function Frame() {
  const say = useTranslate()
  const phone = usePhoneScreen()
  const [folded, fold] = useMenuFolded(useNarrowScreen())
  const [drawer, setDrawer] = useState(false)
  const { palette, Palette, typed, openPalette, closePalette } = usePalette()
  const main = useRef<HTMLElement>(null)
  const [keys, setKeys] = useState(false)
  const Keys = useLazyComponent(pageModules.keyboardHelp, keys, () => setKeys(false))
  const Connection = useLazyComponent(pageModules.connection, useConnectionTrouble())
  const seen = useViewAs()
  const SeenBar = useLazyComponent(pageModules.viewAs, seen !== undefined)
  const { trouble, invitations = 0, emailProved = true } = useSession()
  const TroubleBar = useLazyComponent(pageModules.definitionTrouble, trouble !== undefined)
  const Invited = useLazyComponent(pageModules.invitations, invitations > 0)
  const Unproved = useLazyComponent(pageModules.emailProof, !emailProved)
  useShortcuts(openPalette, () => setKeys(true))
  useLive()
  useProof()
  useLeftSaves()
  usePreferences()
  const BottomBar = useLazyComponent(pageModules.bottomBar, phone)
  const PhoneMenu = useLazyComponent(pageModules.phoneMenu, phone)
  const menu = <SideMenu folded={!phone && folded} {...(phone ? { onNavigate: () => setDrawer(false) } : {})} />
  return (
    <>
      <Followed main={main} />
      <Shell
        folded={folded}
        side={phone ? null : menu}
        top={
          <TopBar phone={phone} folded={folded} onMenu={phone ? () => setDrawer(true) : fold} onSearch={openPalette}>
            <TopSlot />
          </TopBar>
        }
        bottom={phone ? BottomBar ? <BottomBar onMore={() => setDrawer(true)} /> : <BottomRoom /> : null}
        skipLabel={say('skip-to-content')}
        mainRef={main}
      >
        {Connection ? <Connection /> : null}
        {trouble && TroubleBar ? <TroubleBar trouble={trouble} /> : null}
        {seen && SeenBar ? <SeenBar name={seen.name} /> : null}
        {invitations > 0 && Invited ? <Invited count={invitations} /> : null}
        {emailProved ? null : Unproved ? <Unproved /> : <NoticeRoom />}
        <RoutedPage />
      </Shell>
      {phone && drawer && PhoneMenu ? <PhoneMenu onClose={() => setDrawer(false)}>{menu}</PhoneMenu> : null}
      {palette && Palette ? <Palette open typed={typed} onClose={closePalette} onKeys={() => setKeys(true)} /> : null}
      <OverlaySlot />
      {keys && Keys ? <Keys onClose={() => setKeys(false)} /> : null}
    </>
  )
}

/** The palette, and what is typed for it while its code is on its way. */
function usePalette() {
  const [palette, setPalette] = useState(false)
  const ahead = useRef<() => BufferedKeystrokes>(undefined)
  const closePalette = useCallback(() => {
    ahead.current?.()
    ahead.current = undefined
    setPalette(false)
  }, [])
  const Palette = useLazyComponent(pageModules.palette, palette, closePalette)
  const openPalette = useCallback(() => {
    ahead.current ??= bufferKeystrokes(closePalette)
    setPalette(true)
  }, [closePalette])
  const typed = useCallback((): BufferedKeystrokes => ahead.current?.() ?? { text: '', enter: false }, [])
  return { palette, Palette, typed, openPalette, closePalette }
}

/** Shows the parts that follow the address beside the page; apart, so that a move does not draw the frame anew. */
function Followed({ main }: { readonly main: { readonly current: HTMLElement | null } }) {
  const { pathname, search } = useLocation()
  useCountedVisit(currentMenuItem(useMenu('side'), pathname, search)?.item.path)
  useMovedFocus(pathname, main)
  return null
}

/** Counts what somebody opens, which stands first where they look for it; that has time until the page stands. */
function useCountedVisit(path: string | undefined) {
  const { user } = useSession()
  useEffect(() => {
    if (path === undefined) return
    const count = async (): Promise<void> => (await import('../shell/menuUsage.ts')).countMenuVisit(user.id, path)
    afterFirstRows(() => void count().catch(() => undefined))
  }, [path, user.id])
}

/** After a change of page the focus goes to the new one, unless it put it somewhere itself; screen readers then read its title. */
function useMovedFocus(pathname: string, main: { readonly current: HTMLElement | null }) {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const box = main.current
    if (!box || box.contains(document.activeElement) || document.querySelector('dialog[open]')) return
    box.focus({ preventScroll: true })
    box.scrollTo({ top: 0 })
  }, [pathname, main])
}

/** Ctrl+K finds, ? helps. */
function useShortcuts(find: () => void, help: () => void) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const wish = pageCommandOf(event)
      if (wish === 'find') find()
      else if (wish === 'help' && !isTypedIn(event.target) && !document.querySelector('dialog[open]')) help()
      else return
      event.preventDefault()
    }
    // Before the grid, which would take ? as the first letter of a cell's new value.
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })
}

const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Saves that a closed tab left behind are sent; their code is fetched only when there are any. */
function useLeftSaves() {
  const { user } = useSession()
  useEffect(() => setOutboxUser(user.id), [user.id])
}

/** Columns of lists and favourites stand as the user left them, on whatever machine. */
function usePreferences() {
  const { user } = useSession()
  useEffect(() => {
    const stop = new AbortController()
    const sync = async (): Promise<void> => {
      const { syncPreferences } = await import('./syncPreferences.ts')
      if (!stop.signal.aborted) stop.signal.addEventListener('abort', syncPreferences(user.id))
    }
    afterFirstRows(() => void sync().catch(() => undefined))
    return () => stop.abort()
  }, [user.id])
}

/** Asks for the password once more before acts that need care. */
function useProof() {
  const say = useTranslate()
  useEffect(() => {
    identityProof.ask = async () => (await loadWithRetry(() => import('../shell/IdentityDialog.tsx'))).askIdentity(say)
    return () => {
      identityProof.ask = undefined
    }
  }, [say])
}

/** Others' changes refresh what is shown; changed definitions are read anew. */
function useLive() {
  const say = useTranslate()
  const { reload, model, adminActive, user } = useSession()
  const act = useRef(() => {})
  act.current = () =>
    void reload().then(
      // Only what is wrong with them may have changed, which a banner tells.
      next => next.hash !== model.hash && showToast({ tone: 'info', text: say('definitions-changed') }),
      () => showToast({ tone: 'info', text: say('frame.definitions-failed') }),
    )
  // While the licence is off the server tells nothing, but to administrators.
  const told = adminActive || user.admin
  useEffect(() => {
    if (!told) return
    const stop = new AbortController()
    const follow = async (): Promise<void> => {
      const { followLiveChanges } = await loadWithRetry(() => import('../data/live/liveChanges.ts'))
      if (!stop.signal.aborted)
        stop.signal.addEventListener(
          'abort',
          followLiveChanges(() => act.current()),
        )
    }
    afterFirstRows(() => void follow().catch(() => undefined))
    return () => stop.abort()
  }, [told])
}

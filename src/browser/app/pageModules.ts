import { menuPanel } from '../../controls/overlays/menuPanel.ts'
import { listCards } from '../list/listCards.ts'
import { loadOutbox } from '../offline/deliverWrite.ts'
import { loadStoreList } from '../shell/stores/StoreSelector.tsx'
import { lazyModule } from '../ui/lazyModule.ts'
import { isPhoneScreen } from '../ui/useMediaQuery.ts'

/** The code of pages and of what is opened now and then, each fetched when it is needed. */
export const pageModules = {
  login: lazyModule(() => import('../shell/login/LoginPage.tsx')),
  palette: lazyModule(() => import('../shell/palette/CommandPalette.tsx')),
  storeList: loadStoreList,
  list: lazyModule(() => import('../list/ListPage.tsx')),
  cards: listCards,
  notFound: lazyModule(() => import('../shell/NotFound.tsx')),
  licence: lazyModule(() => import('../shell/licence/LicencePage.tsx')),
  bottomBar: lazyModule(() => import('../shell/BottomBar.tsx')),
  phoneMenu: lazyModule(() => import('../shell/PhoneMenu.tsx')),
  history: lazyModule(() => import('../form/history/HistoryPanel.tsx')),
  connection: lazyModule(() => import('../shell/connection/ConnectionBanner.tsx')),
  serverAway: lazyModule(() => import('../shell/ServerAway.tsx')),
  definitionTrouble: lazyModule(() => import('../shell/TroubleBanner.tsx')),
  viewAs: lazyModule(() => import('../shell/ViewAsBanner.tsx')),
  invitations: lazyModule(() => import('../screens/InvitationNotice.tsx')),
  emailProof: lazyModule(() => import('../screens/EmailProofNotice.tsx')),
  secondFactorDue: lazyModule(() => import('../screens/security/SecondFactorDue.tsx')),
  keyboardHelp: lazyModule(() => import('../shell/KeyboardHelp.tsx')),
  form: lazyModule(() => import('../form/FormPage.tsx')),
  public: lazyModule(() => import('../screens/PublicScreen.tsx')),
  visitor: lazyModule(() => import('./VisitorPage.tsx')),
  screen: lazyModule(() => import('../screens/ScreenPage.tsx')),
  import: lazyModule(() => import('../import/ImportPage.tsx')),
  report: lazyModule(() => import('../report/ReportPage.tsx')),
} as const

/** Milliseconds after which the little that must not be missing comes: behind the first list, also on a slow machine. */
const rest = 2_000

/** Milliseconds after which the next page's code may come. */
const calm = 4_000

/** Fetches the code of the page while the session is still loading, so that both are there together. */
export function prefetchPageCode(pathname: string): void {
  const steps = pathname.split('/').filter(Boolean).length
  // A chunk that fails here fails again, and is told, when it is needed.
  const needed: readonly (() => Promise<unknown>)[] = isPhoneScreen() ? [pageModules.bottomBar, pageModules.cards] : []
  for (const load of needed) void load().catch(() => undefined)
  if (steps === 1) void pageModules.list().catch(() => undefined)
  else if (steps > 1) void pageModules.form().catch(() => undefined)
}

/** Fetches the page's code, and, when everything is calm, the form's, which is the next one opened from a list. */
export function prefetchPageModules(pathname: string): void {
  prefetchPageCode(pathname)
  // The code that tells that the server is away cannot be fetched then.
  setTimeout(() => void pageModules.connection().catch(() => undefined), rest)
  setTimeout(() => void fetchCalmly(), calm)
}

/** One after the other, each when the page has nothing to do: code that is run while somebody types keeps a letter waiting. */
async function fetchCalmly(): Promise<void> {
  for (const load of [
    loadOutbox,
    menuPanel,
    pageModules.palette,
    pageModules.storeList,
    pageModules.list,
    pageModules.form,
    pageModules.history,
  ]) {
    await idle()
    await load().catch(() => undefined)
  }
  const { registerServiceWorker } = await import('./registerServiceWorker.ts')
  await registerServiceWorker(idle)
}

const idle = (): Promise<void> => new Promise(done => onIdle(() => done()))

/** Not every browser tells when it is idle. */
const onIdle = (act: () => void): unknown => (window.requestIdleCallback ? window.requestIdleCallback(act) : setTimeout(act, 50))

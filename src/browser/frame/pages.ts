import { loadOutbox } from '../data/delivery.ts'
import { fetchAhead } from './codeAhead.ts'
import { codeOf } from './page.ts'

/** The code of pages and of what is opened now and then, each fetched when it is needed. */
export const pages = {
  login: codeOf(() => import('./LoginPage.tsx')),
  palette: codeOf(() => import('./Palette.tsx')),
  stores: codeOf(() => import('./StoreList.tsx')),
  list: codeOf(() => import('../list/ListPage.tsx')),
  history: codeOf(() => import('../form/HistoryPanel.tsx')),
  connection: codeOf(() => import('./Connection.tsx')),
  seen: codeOf(() => import('./SeenBar.tsx')),
  keys: codeOf(() => import('./KeysHelp.tsx')),
  form: codeOf(() => import('../form/FormPage.tsx')),
  public: codeOf(() => import('../screen/PublicScreen.tsx')),
  visitor: codeOf(() => import('./Visitor.tsx')),
  screen: codeOf(() => import('../screen/ScreenPage.tsx')),
  import: codeOf(() => import('../import/ImportPage.tsx')),
  report: codeOf(() => import('../report/ReportPage.tsx')),
} as const

/** Milliseconds after which the little that must not be missing comes: behind the first list, also on a slow machine. */
const rest = 2_000

/** Milliseconds after which the next page's code may come. */
const calm = 4_000

/**
 * Fetches the code of the page while the session is still loading, so that both are there together; the form's, which is the
 * next one opened from a list, when everything is calm.
 */
export function prefetch(pathname: string): void {
  const steps = pathname.split('/').filter(Boolean).length
  // A chunk that fails here fails again, and is told, when it is needed.
  if (steps === 1) void pages.list().catch(() => undefined)
  else if (steps > 1) void pages.form().catch(() => undefined)
  // What tells that the server is away cannot be fetched then.
  setTimeout(() => void pages.connection().catch(() => undefined), rest)
  setTimeout(() => void fetchCalmly(), calm)
}

/** One after the other, each when the page has nothing to do: code that is run while somebody types keeps a letter waiting. */
async function fetchCalmly(): Promise<void> {
  for (const load of [loadOutbox, pages.palette, pages.stores, pages.list, pages.form, pages.history]) {
    await idle()
    await load().catch(() => undefined)
  }
  await fetchAhead(idle)
}

const idle = (): Promise<void> => new Promise(done => onIdle(() => done()))

/** Not every browser tells when it is idle. */
const onIdle = (act: () => void): unknown => (window.requestIdleCallback ? window.requestIdleCallback(act) : setTimeout(act, 50))

import type { LoadedSession } from '../data/loadSession.ts'
import { prefetchRecord } from '../data/record.ts'
import { matchRoute, type Route } from '../router/route.ts'
import { isPhoneScreen } from '../ui/useMediaQuery.ts'
import { pageModules } from './pageModules.ts'

/** Most milliseconds that the frame waits for the page's code, and then for what it shows first: a skeleton would only flash. */
const most = { code: 1_000, answer: 150 }

/**
 * Fetches the first page's code and asks what it shows first, so that the frame and the page are drawn once. Drawn without its
 * code, the page would come 300 ms after its skeleton, however fast the code is: React spaces what it reveals.
 */
export async function prepareFirstPage({ model, rights, user }: LoadedSession): Promise<void> {
  const place = matchRoute(model, rights, location.pathname)
  if (!place) return void (await atMost(most.code, pageModules.notFound()))
  const ask = await atMost(most.code, codeOf(place, { model, userId: user.id }))
  if (ask) await atMost(most.answer, Promise.resolve(ask()))
}

type Who = Pick<LoadedSession, 'model'> & { readonly userId: number }

/** The page's code; once it is there, how to ask what it shows first. */
async function codeOf(place: Route, { model, userId }: Who): Promise<(() => Promise<unknown> | undefined) | undefined> {
  if (place.kind === 'list') {
    const phone = isPhoneScreen()
    const [{ prefetchList }] = await Promise.all([pageModules.list(), ...(phone ? [pageModules.cards()] : [])])
    return () => prefetchList(place.register, location.search, { model, userId, phone })
  }
  if (place.kind === 'form') {
    await pageModules.form()
    return () => (place.id === undefined ? undefined : prefetchRecord(place.register.name, place.id))
  }
  await pageModules[place.kind]()
  return undefined
}

/** Returns the result within a time; a failure is told by the page that needs it. */
const atMost = <T>(time: number, coming: Promise<T>): Promise<T | undefined> =>
  Promise.race([coming.catch(() => undefined), new Promise<undefined>(done => setTimeout(() => done(undefined), time))])

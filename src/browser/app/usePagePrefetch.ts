import { useCallback, useEffect, useState } from 'react'
import { prefetchRecord } from '../data/record.ts'
import { useSession } from '../data/session.tsx'
import type { Location } from '../router/history.ts'
import { holdNavigation, prefetchLifetime } from '../router/navigationHold.ts'
import type { Route } from '../router/route.ts'
import { useRouteMatcher } from '../router/useRoute.ts'
import { blockerOf } from '../ui/navigationBlockers.ts'
import { usePhoneScreen } from '../ui/useMediaQuery.ts'
import { pageModules } from './pageModules.ts'

/** A page whose link is being pressed. */
export interface PrefetchedPage {
  readonly location: Location
  readonly place: Route
}

/**
 * When a link is pressed its page's records are asked for at once: they travel while the button comes up, and the page is drawn
 * with them. Gives that page once they are there, and what forgets it: it may be drawn unseen, to be only shown by the click.
 */
export function usePagePrefetch(): readonly [PrefetchedPage | undefined, () => void] {
  const ask = useAsk()
  const placeOf = useRouteMatcher()
  const [coming, setComing] = useState<PrefetchedPage>()
  const forget = useCallback(() => setComing(undefined), [])
  useEffect(() => {
    let press = 0
    const drop = (): void => {
      press += 1
      forget()
    }
    const pressed = (event: MouseEvent): void => {
      const link = pressedLink(event)
      const place = link && placeOf(link.pathname)
      if (!link || !place) return
      const asked = ask(place, link.search)
      if (asked) holdNavigation(link.pathname + link.search, asked)
      press += 1
      const mine = press
      if (event.type !== 'pointerdown' || !isLoaded(place) || blockerOf(link.pathname)) return
      const { pathname, search, hash } = link
      void Promise.resolve(asked).then(
        () => mine === press && setComing({ location: { pathname, search, hash, state: null }, place }),
      )
      setTimeout(() => mine === press && drop(), prefetchLifetime)
    }
    const stop = new AbortController()
    const how = { capture: true, passive: true, signal: stop.signal }
    addEventListener('pointerdown', pressed, how)
    // A click comes without a press from the keyboard.
    addEventListener('click', pressed, how)
    // The finger turned out to scroll.
    addEventListener('pointercancel', drop, how)
    return () => stop.abort()
  }, [ask, placeOf, forget])
  return [coming, forget]
}

/** The link to another page of ours that the press is about to open here. */
function pressedLink({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  const plain = button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
  if (!link || !plain || link.target || link.origin !== location.origin || link.pathname === location.pathname) return undefined
  return link
}

/** Pages that are drawn ahead, once their code is here. */
const isLoaded = ({ kind }: Route): boolean => (kind === 'list' || kind === 'form') && pageModules[kind].now() !== undefined

/** Asks what a page will show first; nothing when that is known already, or not yet to be told. */
function useAsk(): (place: Route, search: string) => Promise<unknown> | undefined {
  const { model, user } = useSession()
  const phone = usePhoneScreen()
  return useCallback(
    (place: Route, search: string) => {
      if (place.kind === 'form')
        return place.id && pageModules.form.now() ? prefetchRecord(place.register.name, place.id) : undefined
      if (place.kind !== 'list') return undefined
      return pageModules.list.now()?.prefetchList(place.register, search, { model, userId: user.id, phone })
    },
    [model, user.id, phone],
  )
}

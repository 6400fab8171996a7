import { useCallback, useMemo } from 'react'
import type { MenuGroup, Register, Rights } from '../../model/model.ts'
import { useMay, useModel, useSession } from '../data/session.tsx'
import { allowedMenu, matchRoute, type Route } from './route.ts'
import { useLocation } from './router.tsx'

/** Returns a function that finds the page of an address for the signed-in user. */
export function useRouteMatcher(): (pathname: string) => Route | undefined {
  const { model, rights, store } = useSession()
  const own = store?.id
  return useCallback(
    (pathname: string) => {
      const place = found(model, rights, pathname)
      // A register whose only record is the store itself has no list to choose from.
      if (place?.kind !== 'list' || own === undefined || !isOwnRecord(place.register, rights)) return place
      return { kind: 'form', register: place.register, id: String(own), tab: undefined }
    },
    [model, rights, own],
  )
}

/** Returns the page of the current address. */
export function useRoute(): Route | undefined {
  const { pathname } = useLocation()
  const placeOf = useRouteMatcher()
  return useMemo(() => placeOf(pathname), [placeOf, pathname])
}

type Asked = Parameters<typeof matchRoute>

let last: { readonly asked: Asked; readonly place: Route | undefined } | undefined

/** Several parts of the page ask for the same place at every move: it is looked up once. */
function found(...asked: Asked): Route | undefined {
  if (!last?.asked.every((one, at) => one === asked[at])) last = { asked, place: matchRoute(...asked) }
  return last?.place
}

const isOwnRecord = ({ scope, access }: Register, rights: Rights): boolean =>
  scope === 'self' && (access.create === undefined || rights[access.create] !== true)

/** The groups of a menu, cut to what the user may open. */
export function useMenu(place: MenuGroup['place']): readonly MenuGroup[] {
  const { rights, adminActive } = useSession()
  const { menu } = useModel()
  return useMemo(() => {
    const groups = allowedMenu(menu, rights, place)
    if (adminActive) return groups
    // Without a licence only what any signed-in person may do is left: change the password.
    return groups
      .map(group => ({ ...group, items: group.items.filter(item => item.gate === 'logged') }))
      .filter(group => group.items.length > 0)
  }, [menu, rights, place, adminActive])
}

/** Tells whether a record is open to be edited. */
export function useEditing(): boolean {
  const place = useRoute()
  const may = useMay()
  const model = useModel()
  if (place?.kind === 'screen') {
    const { body } = place.screen
    return 'record' in body && may(model.registers[body.record.register]?.access.change)
  }
  return place?.kind === 'form' && (place.id === undefined || may(place.register.access.change))
}

import { useCallback, useSyncExternalStore } from 'react'

/** Tells whether a media query holds. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listen: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listen)
      return () => media.removeEventListener('change', listen)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

const phone = '(max-width: 47.99rem)'

/** Phones: under 768 px the menu is a drawer and four screens stand at the bottom. */
export const usePhoneScreen = (): boolean => useMediaQuery(phone)
/** Tells whether it is one now, asked outside of a component. */
export const isPhoneScreen = (): boolean => matchMedia(phone).matches
/** Under 1024 px the menu is folded to icons. */
export const useNarrowScreen = (): boolean => useMediaQuery('(max-width: 63.99rem)')

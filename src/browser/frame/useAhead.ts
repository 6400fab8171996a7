import { useEffect } from 'react'
import { askRecord } from '../data/record.ts'
import { useSession } from '../data/session.tsx'
import { holdFor } from '../router/hold.ts'
import { pages } from './pages.ts'
import { placeOf } from './place.ts'
import { usePhone } from './useMedia.ts'

/**
 * When a link is pressed its page's records are asked for at once: they travel while the button comes up, and the page is drawn
 * with them.
 */
export function useAhead(): void {
  const { model, rights, user } = useSession()
  const phone = usePhone()
  useEffect(() => {
    const pressed = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!link || !plain || link.target || link.origin !== location.origin) return
      if (link.pathname === location.pathname) return
      const place = placeOf(model, rights, link.pathname)
      const coming =
        place?.kind === 'form' && place.id !== undefined && pages.form.now()
          ? askRecord(place.register.name, place.id)
          : place?.kind === 'list'
            ? pages.list.now()?.askList(place.register, link.search, { model, userId: user.id, phone })
            : undefined
      if (coming) holdFor(link.pathname + link.search, coming)
    }
    // A click comes without a press from the keyboard.
    addEventListener('pointerdown', pressed, { capture: true, passive: true })
    addEventListener('click', pressed, { capture: true, passive: true })
    return () => {
      removeEventListener('pointerdown', pressed, { capture: true })
      removeEventListener('click', pressed, { capture: true })
    }
  }, [model, rights, user.id, phone])
}

import { useEffect, useState } from 'react'
import type { ScreenOverlay } from '../../../model/screen.ts'
import { call } from '../../data/api.ts'
import { useSession } from '../../data/session.tsx'
import { readStorage, writeStorage } from '../../data/storage.ts'
import { isDue, neverAnswered } from './overlayDue.ts'

const keyOf = (screen: string, user: number): string => `${screen}.${user}`

/** Remembers when somebody answered, so that the server need not be asked on every page. */
export const rememberAnswered = (screen: string, user: number, moment: string): void => writeStorage(keyOf(screen, user), moment)

/** Tells whether the signed-in person is asked now. The server's last answer decides; the date that is kept here spares the question. */
export function useOverlayDue(screen: string, { everyDays, register, user: field }: ScreenOverlay): boolean {
  const { user } = useSession()
  const { id, createdAt } = user
  const [due, setDue] = useState(false)
  useEffect(() => {
    const kept = readStorage(keyOf(screen, id)) ?? neverAnswered
    if (!isDue(everyDays, createdAt, kept, Date.now())) return
    const stop = new AbortController()
    const filter = { where: { [field]: id }, limit: 1, order: ['createdAt DESC'] }
    call<readonly { readonly createdAt: string }[]>('GET', register, {
      query: { filter },
      signal: stop.signal,
      noRetry: true,
      keepSession: true,
    }).then(
      ({ data }) => {
        const last = data[0]?.createdAt
        if (last !== undefined) rememberAnswered(screen, id, last)
        setDue(isDue(everyDays, createdAt, last ?? neverAnswered, Date.now()))
      },
      // Not asked today.
      () => undefined,
    )
    return () => stop.abort()
  }, [screen, everyDays, register, field, id, createdAt])
  return due
}

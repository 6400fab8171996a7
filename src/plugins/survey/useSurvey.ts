import { useEffect, useState } from 'react'
import { call, readStorage, useSession, writeStorage } from '../../browser/plugin.ts'
import { isDue, neverAnswered } from './due.ts'

const keyOf = (user: number): string => `pesquisa.${user}`

/** Remembers when somebody answered, so that the server need not be asked on every page. */
export const rememberAnswered = (user: number, moment: string): void => writeStorage(keyOf(user), moment)

/** Whether the signed-in person is asked now. The server's last answer decides; the date that is kept here spares the question. */
export function useSurveyDue(): boolean {
  const { user } = useSession()
  const { id, createdAt } = user
  const [due, setDue] = useState(false)
  useEffect(() => {
    const kept = readStorage(keyOf(id)) ?? neverAnswered
    if (!isDue(createdAt, kept, Date.now())) return
    const stop = new AbortController()
    const filter = { where: { userId: id }, limit: 1, order: ['createdAt DESC'] }
    call<readonly { readonly createdAt: string }[]>('GET', 'Nps', {
      query: { filter },
      signal: stop.signal,
      noRetry: true,
      keepSession: true,
    }).then(
      ({ data }) => {
        const last = data[0]?.createdAt
        if (last !== undefined) rememberAnswered(id, last)
        setDue(isDue(createdAt, last ?? neverAnswered, Date.now()))
      },
      // Not asked today.
      () => undefined,
    )
    return () => stop.abort()
  }, [id, createdAt])
  return due
}

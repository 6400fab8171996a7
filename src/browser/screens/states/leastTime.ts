import { useEffect, useState } from 'react'

/** Work that is shown as going on for some seconds at least: a failure is told at once, and what takes longer waits no more. */
export async function forAtLeast<T>(seconds: number | undefined, work: Promise<T>): Promise<T> {
  if (!seconds) return work
  const [done] = await Promise.all([work, new Promise(over => setTimeout(over, seconds * 1000))])
  return done
}

/** Tells whether a page is still shown as loading: while it loads and, unless that failed, for some seconds from its opening at least. */
export function useLeastLoading(loading: boolean, failed: boolean, seconds: number | undefined): boolean {
  const [over, setOver] = useState(!seconds)
  useEffect(() => {
    if (!seconds) return
    const timer = setTimeout(() => setOver(true), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return !failed && (loading || !over)
}

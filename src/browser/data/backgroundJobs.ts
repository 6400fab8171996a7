import { useSyncExternalStore } from 'react'
import { createObservable } from '../../base/objects/listeners.ts'

/** Long work that goes on though its page is left: shown in the top bar and in Atividade. */
export interface BackgroundJob {
  readonly id: string
  readonly title: string
  /** Its page. */
  readonly path: string
  readonly done: number
  readonly total: number
  /** The server does not answer; it goes on when it does. */
  readonly waiting: boolean
  cancel(): void
}

const works = createObservable<readonly BackgroundJob[]>([])
const endings = new Set<() => void>()

/** Work has begun, or has come further. */
export function reportBackgroundJob(work: BackgroundJob): void {
  const all = works.read()
  const known = all.some(({ id }) => id === work.id)
  works.set(known ? all.map(one => (one.id === work.id ? work : one)) : [...all, work])
}

export const endBackgroundJob = (id: string): void => works.set(works.read().filter(one => one.id !== id))

/** Tells keepers of long work that the session is over: it must not go on as somebody else. */
export const onSessionEnd = (act: () => void): void => void endings.add(act)

export function cancelBackgroundJobs(): void {
  for (const { cancel } of works.read()) cancel()
  for (const act of endings) act()
  works.set([])
}

export const useBackgroundJobs = (): readonly BackgroundJob[] => useSyncExternalStore(works.subscribe, works.read, works.read)

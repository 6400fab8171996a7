import { useSyncExternalStore } from 'react'

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

let works: readonly BackgroundJob[] = []
const listeners = new Set<() => void>()
const endings = new Set<() => void>()

function set(next: readonly BackgroundJob[]): void {
  works = next
  for (const listen of listeners) listen()
}

/** Work has begun, or has come further. */
export function reportBackgroundJob(work: BackgroundJob): void {
  const known = works.some(({ id }) => id === work.id)
  set(known ? works.map(one => (one.id === work.id ? work : one)) : [...works, work])
}

export const endBackgroundJob = (id: string): void => set(works.filter(one => one.id !== id))

/** Tells keepers of long work that the session is over: it must not go on as somebody else. */
export const onSessionEnd = (act: () => void): void => void endings.add(act)

export function cancelBackgroundJobs(): void {
  for (const { cancel } of works) cancel()
  for (const act of endings) act()
  set([])
}

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
const read = () => works

export const useBackgroundJobs = (): readonly BackgroundJob[] => useSyncExternalStore(subscribe, read, read)

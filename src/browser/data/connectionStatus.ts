import { useSyncExternalStore } from 'react'
import { createObservable } from '../../base/objects/listeners.ts'

/** Whether the server answers, how many saves are under way, and how many wait for it: what the top bar shows. */
export interface ConnectionStatus {
  readonly connection: 'up' | 'down'
  readonly saving: number
  /** Whether the last save that ended was refused. */
  readonly refused: boolean
  /** Saves that wait for the server, and those that came back refused. */
  readonly pending: number
}

const { read, set, subscribe } = createObservable<ConnectionStatus>({ connection: 'up', saving: 0, refused: false, pending: 0 })

function change(next: Partial<ConnectionStatus>): void {
  const now = read()
  const changed = { ...now, ...next }
  const keys = Object.keys(changed) as (keyof ConnectionStatus)[]
  if (!keys.every(key => changed[key] === now[key])) set(changed)
}

export const setConnection = (connection: ConnectionStatus['connection']): void => change({ connection })
export const setPendingSaves = (pending: number): void => change({ pending })
export const saveStarted = (): void => change({ saving: read().saving + 1 })
export const saveEnded = (well: boolean): void => change({ saving: read().saving - 1, refused: !well })

/** Tells whether something is to be said of the connection: who asks this alone is not drawn anew by every save. */
export const useConnectionTrouble = (): boolean => useSyncExternalStore(subscribe, disturbed, disturbed)
const disturbed = (): boolean => read().connection === 'down' || read().pending > 0

export const useConnectionStatus = (): ConnectionStatus => useSyncExternalStore(subscribe, read, read)

import type { CallDetail } from './api.ts'
import { queuePrefix, type Sent } from './attempt.ts'
import { secretsOf } from './caches.ts'
import { store } from './storage.ts'

/** A write that waits for the server, or that came back refused with nobody there to hear it. */
export interface Entry extends Sent {
  readonly user: number
  /** When it was put here. */
  readonly at: string
  readonly number: number
  readonly refused?: {
    readonly status: number
    readonly code: string
    readonly message: string
    readonly details: readonly CallDetail[]
  }
}

export const queued = (sent: Sent, user: number, number: number): Entry => ({
  ...sent,
  user,
  at: new Date().toISOString(),
  number,
})

/** Kept over a reload, but for passwords and the like, which are never written down. */
export function keepEntry(entry: Entry): void {
  if (!hasSecret(entry)) store(`${queuePrefix}${entry.key}`, JSON.stringify(entry))
}

/** Forgets one that was kept. */
export const dropEntry = (key: string): void => store(`${queuePrefix}${key}`, undefined)

function hasSecret({ register, body }: Entry): boolean {
  const secrets = secretsOf(register)
  return typeof body === 'object' && body !== null && Object.keys(body).some(name => secrets.has(name))
}

import type { ErrorDetail } from '../../api/error.ts'
import { secretFieldsOf } from '../data/caches.ts'
import { writeStorage } from '../data/storage.ts'
import { outboxKeyPrefix, type WriteRequest } from './writeRequest.ts'

/** A write that waits for the server, or that came back refused with nobody there to hear it. */
export interface OutboxEntry extends WriteRequest {
  readonly user: number
  /** When it was put here. */
  readonly at: string
  readonly number: number
  readonly refused?: {
    readonly status: number
    readonly code: string
    readonly message: string
    readonly details: readonly ErrorDetail[]
  }
}

export const toOutboxEntry = (sent: WriteRequest, user: number, number: number): OutboxEntry => ({
  ...sent,
  user,
  at: new Date().toISOString(),
  number,
})

/** Kept over a reload, but for passwords and the like, which are never written down. */
export function storeOutboxEntry(entry: OutboxEntry): void {
  if (!hasSecret(entry)) writeStorage(`${outboxKeyPrefix}${entry.key}`, JSON.stringify(entry))
}

/** Forgets one that was kept. */
export const deleteStoredOutboxEntry = (key: string): void => writeStorage(`${outboxKeyPrefix}${key}`, undefined)

function hasSecret({ register, body }: OutboxEntry): boolean {
  const secrets = secretFieldsOf(register)
  return typeof body === 'object' && body !== null && Object.keys(body).some(name => secrets.has(name))
}

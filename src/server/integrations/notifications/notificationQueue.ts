import { createDurableQueue, type DurableQueue } from '../../queue/durableQueue.ts'

/** A notification that was taken and is not handled yet. */
export interface QueuedNotification {
  readonly lojaId: number
  readonly id: string
  readonly kind: string
  readonly account: string
  readonly content: unknown
  /** It had been given up, and somebody asked for another day of attempts. */
  readonly again?: true
}

/** Days for which notifications are known by their ids, and for which those stay that nobody could handle. */
export const notificationDays = 7

/** Attempts after which one is given up, after about a day: the waits double from 5 seconds to half an hour. */
export const mostAttempts = 56

/** A store by itself, as what uses up its quota: partners notify by the clock of the server. */
export const ofStore = (storeId: number) => ({ userId: 0, storeId, zone: 'America/Sao_Paulo' })

/** Returns the queue of one partner: another that fails holds none of it up. */
export const notificationQueue = (name: string): DurableQueue<QueuedNotification> =>
  createDurableQueue<QueuedNotification>({
    name: `notification:${name}`,
    lease: 120,
    firstDelay: 5,
    longestDelay: 1800,
    keepDays: notificationDays,
    laneOf: ({ lojaId }) => String(lojaId),
  })

import { createDurableQueue } from '../../../queue/durableQueue.ts'

/** A notice that goes to the browsers of the one who got it. */
export interface PushedNotice {
  readonly lojaId: number
  readonly id: string
  readonly userId: number
}

/** Notices that wait for a push service; a day later nobody wants them any more. */
export const pushQueue = createDurableQueue<PushedNotice>({
  name: 'notice-push',
  lease: 120,
  firstDelay: 15,
  longestDelay: 3600,
  keepDays: 1,
  laneOf: ({ userId }) => String(userId),
})

import { createDurableQueue } from '../../queue/durableQueue.ts'
import type { CausingAction, RunRecord } from './undoneAction.ts'

/** A run of an automation with steps to do. */
export interface QueuedRun {
  readonly lojaId: number
  readonly id: number
  /** The place that its calls go to: what is slow there holds up nothing else of the store. */
  readonly host: string
  /** The action that caused it, and the record that it is about. */
  readonly because?: CausingAction
  readonly about?: RunRecord
}

/** Runs with steps to do, by store and the place outside that they call. */
export const runQueue = createDurableQueue<QueuedRun>({
  name: 'automation-run',
  lease: 300,
  firstDelay: 5,
  longestDelay: 3600,
  laneOf: ({ lojaId, host }) => `${lojaId} ${host}`,
})

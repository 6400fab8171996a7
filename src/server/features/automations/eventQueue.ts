import type { DataRow } from '../../query/fetchPlanRows.ts'
import { createDurableQueue } from '../../queue/durableQueue.ts'
import type { NotedDeed } from '../../service.ts'

/** A possible start of an automation: a record as it stood when that was noted, with no more of it than the automation names. */
export interface NotedStart {
  readonly automation: string
  readonly id: string
  readonly record: DataRow
  readonly before?: DataRow
  /** Why it does not start, for a chain would go in a circle, or on for ever. */
  readonly cut?: 'itself' | 'depth'
}

/** Starts that one transaction noted, in a store. */
export interface AutomationEvents {
  readonly lojaId: number
  /** The automations because of which it happened, the first one first. */
  readonly chain: readonly string[]
  readonly user: NotedDeed['user']
  readonly at: string
  /** The action of which they are part: undone before they are looked at, they start nothing. */
  readonly action?: string
  readonly starts: readonly NotedStart[]
}

/** Starts to be looked at once what caused them stands. They stay until that is done; stores take turns. */
export const eventQueue = createDurableQueue<AutomationEvents>({
  name: 'automation-event',
  lease: 120,
  firstDelay: 2,
  longestDelay: 900,
  laneOf: ({ lojaId }) => String(lojaId),
})

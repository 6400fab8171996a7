import type { Queries } from '../database/queries.ts'
import type { Service } from '../service.ts'
import type { DurableQueue } from './durableQueue.ts'
import { startQueueWorker } from './queueWorker.ts'
import type { QueueWorker } from './rounds.ts'

/** The services that start a worker of an area. */
export interface WorkerContext {
  readonly q: Queries
  readonly service: Service
}

/** Starts a worker of an area, which the server closes with itself. */
export type StartWorker = (context: WorkerContext) => QueueWorker

export interface AreaWorkerOptions<T> {
  readonly queue: DurableQueue<T>
  /** Does one item; what it throws puts the item off. */
  run(item: T, service: Service): Promise<void>
  /** Milliseconds between two rounds. */
  readonly every?: number
}

/** Declares the worker of an area's queue: whatever fails is tried again, later each time. */
export const startAreaWorker =
  <T>({ queue, run, every }: AreaWorkerOptions<T>): StartWorker =>
  ({ q, service }) =>
    startQueueWorker({
      queue,
      q,
      log: service.log,
      run: item => run(item, service),
      failureOf: error => ({ why: error instanceof Error ? error.message : String(error), forever: false }),
      every,
    })

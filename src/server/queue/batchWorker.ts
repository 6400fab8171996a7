import { setTimeout as pause } from 'node:timers/promises'
import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Service } from '../service.ts'
import type { StartWorker } from './areaWorker.ts'
import { type QueueWorker, startRounds } from './rounds.ts'

/** Milliseconds for which records of a store are gathered: many saves in a row are followed once. */
const GATHER = 150
/** Records of a store that are followed at once. */
const MOST = 500
/** Milliseconds between two rounds that nobody asked for. */
const EVERY = 60_000

/** A store, with the clock that its days follow. */
export interface BatchStore {
  readonly id: number
  readonly zone: string
}

/** The work that waits at one server: ids of records by their store, and the worker that takes them. */
interface Waiting {
  readonly stores: Map<number, { readonly zone: string; readonly ids: Set<number> }>
  worker?: QueueWorker
}

/** Work on records that may follow a moment after their save, many records together. */
export interface Batches {
  /** Notes records; call it once the transaction stands. */
  add(service: Pick<Service, 'model'>, store: BatchStore, ids: readonly number[]): void
  /** Starts the worker, which the server closes with itself. */
  readonly start: StartWorker
}

/**
 * Gathers records in memory and runs the work on each store's together, at most 500 at once. It costs the save nothing; a server that dies loses
 * what waits. So it is for what a job looks through again anyway; what must not get lost goes through a `DurableQueue`.
 */
export function createBatches(run: (service: Service, store: BatchStore, ids: readonly number[]) => Promise<void>): Batches {
  // Services of one server are copied for each transaction; they share the Model's getter.
  const servers = new WeakMap<Service['model'], Waiting>()
  const waitingOf = ({ model }: Pick<Service, 'model'>): Waiting => memoizeByKey(servers, model, () => ({ stores: new Map() }))
  return {
    add(service, { id: lojaId, zone }, ids) {
      if (ids.length === 0) return
      const { stores, worker } = waitingOf(service)
      const waiting = memoizeByKey(stores, lojaId, () => ({ zone, ids: new Set<number>() }))
      for (const id of ids) waiting.ids.add(id)
      worker?.wake()
    },
    start({ service }) {
      const waiting = waitingOf(service)
      const next = async (): Promise<boolean> => {
        if (waiting.stores.size === 0) return false
        await pause(GATHER)
        const [first] = waiting.stores
        if (!first) return false
        const [id, store] = first
        const { zone, ids } = store
        const part = [...ids].slice(0, MOST)
        for (const record of part) ids.delete(record)
        // A store with more waits behind the others.
        waiting.stores.delete(id)
        if (ids.size > 0) waiting.stores.set(id, store)
        await run(service, { id, zone }, part).catch((error: unknown) =>
          service.log.warn({ err: error, lojaId: id }, 'records not followed'),
        )
        return true
      }
      waiting.worker = startRounds({ next, log: service.log, every: EVERY })
      return waiting.worker
    },
  }
}

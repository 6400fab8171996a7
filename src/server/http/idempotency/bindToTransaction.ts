import type { RegisterChange } from '../../access/registerChange.ts'
import { storeScopeSetting } from '../../database/pool.ts'
import type { Database, Queries, StoreScope } from '../../database/queries.ts'
import type { Service } from '../../service.ts'

/** A service whose work is all done in one transaction that is already open. */
export interface TransactionBoundService {
  readonly service: Service
  /** Changes to announce once the transaction stands. */
  readonly changes: RegisterChange[]
  /** Steps to run then. */
  readonly steps: (() => Promise<void>)[]
}

/**
 * The service over an open transaction: what would be transactions of their own are parts of it, each taken back by itself when it
 * fails. So whatever a call does stands or falls together with the note that it was done.
 */
export function bindToTransaction(service: Service, q: Queries): TransactionBoundService {
  const changes: RegisterChange[] = []
  const steps: TransactionBoundService['steps'] = []
  const { system } = service.database
  const scoped = (scope: StoreScope) => q.query(`SET LOCAL app.store = '${storeScopeSetting(scope)}'`)
  let parts = 0
  const database: Database = {
    system,
    close: async () => undefined,
    async read(scope, run) {
      await scoped(scope)
      return run(q)
    },
    readSnapshot: (scope, _limits, run) => database.read(scope, run),
    async write(scope, run) {
      const part = `part_${++parts}`
      await q.query(`SAVEPOINT ${part}`)
      try {
        await scoped(scope)
        const result = await run(q)
        // Fails here what a statement that nobody waited for has broken.
        await q.query(`RELEASE SAVEPOINT ${part}`)
        return result
      } catch (error) {
        await q.query(`ROLLBACK TO SAVEPOINT ${part}`)
        throw error
      }
    },
  }
  const publish = (change: RegisterChange): void => void changes.push(change)
  const later = (step: () => Promise<void>): void => void steps.push(step)
  return { service: { ...service, database, publish, afterCommit: later }, changes, steps }
}

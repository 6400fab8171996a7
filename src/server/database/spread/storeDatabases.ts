import pg from 'pg'
import { isDatabaseAway } from '../../databaseAway.ts'
import type { Database, StoreScope } from '../queries.ts'
import type { PoolFigures, ServerDatabase } from '../serverDatabase.ts'
import { createMachineLinks, type MachineLink } from './machineLinks.ts'
import { createStoreMachines, type Machine } from './storeMachines.ts'

type Work = Pick<Database, 'read' | 'readSnapshot' | 'write'>

/** Work of one store, done through the machine that has the store. */
export interface StoreDatabases extends Work {
  /** Tables may be others now. */
  forget(): void
  /** How the connections to the machines stand. */
  figures(): Omit<PoolFigures, 'pool'>
  close(): Promise<void>
}

/**
 * Sends each piece of work to a machine of the database. Every machine takes every statement and finds the rows wherever they are; the one that has
 * the store finds them at home, plans a statement once and commits alone. Work of several stores goes through the first machine, as
 * does that of a store whose machine is not known yet or cannot be reached.
 */
export function createStoreDatabases(
  first: Work & Pick<ServerDatabase, 'system'>,
  open: (machine: Machine) => ServerDatabase | undefined,
): StoreDatabases {
  const machines = createStoreMachines(first.system)
  const links = createMachineLinks(open)
  const at = async <T>(scope: StoreScope, work: (database: Work, begun: () => void) => Promise<T>): Promise<T> => {
    const store = onlyStore(scope)
    const machine = store === undefined ? undefined : machines.of(store)
    const link = machine && links.of(machine)
    const database = link?.answering()
    if (!link || !database) return work(first, () => undefined)
    let hasBegun = false
    try {
      return await work(database, () => {
        hasBegun = true
      })
    } catch (error) {
      if (!isLost(error)) throw error
      noteAway(link)
      if (hasBegun) throw error
      return work(first, () => undefined)
    }
  }
  const noteAway = (link: MachineLink): void => {
    link.away()
    // Another machine may have taken its place.
    machines.forget()
  }
  return {
    read: (scope, run, limits) => at(scope, (database, begun) => database.read(scope, noting(begun, run), limits)),
    write: (scope, run) => at(scope, (database, begun) => database.write(scope, noting(begun, run))),
    readSnapshot: (scope, limits, run) =>
      at(scope, (database, begun) => database.readSnapshot(scope, limits, noting(begun, run))),
    forget: () => {
      machines.forget()
      links.forget()
    },
    figures: links.figures,
    close: links.close,
  }
}

const noting =
  <Q, T>(begun: () => void, run: (q: Q) => Promise<T>) =>
  (q: Q): Promise<T> => {
    begun()
    return run(q)
  }

const onlyStore = (scope: StoreScope): number | undefined =>
  scope !== 'all' && scope.stores.length === 1 ? scope.stores[0] : undefined

/** Tells whether the connection itself was lost or never made: what a machine says of another one leaves its own as it is. */
const isLost = (error: unknown): boolean =>
  isDatabaseAway(error) && (!(error instanceof pg.DatabaseError) || /^57P/.test(error.code ?? ''))

import type { PoolFigures, ServerDatabase } from '../serverDatabase.ts'
import { inTime } from './inTime.ts'
import type { Machine } from './storeMachines.ts'

/** Connections to one of the machines that have the stores. */
export interface MachineLink {
  /** The machine, where it answered last; where that is not known it is found out meanwhile, and nobody waits. */
  answering(): ServerDatabase | undefined
  /** Notes that it could not be reached. */
  away(): void
}

export interface MachineLinks {
  of(machine: Machine): MachineLink
  /** Tables may be others now. */
  forget(): void
  /** How the connections to all of them stand. */
  figures(): Omit<PoolFigures, 'pool'>
  close(): Promise<void>
}

/** Milliseconds until a machine that could not be reached is tried again. */
const RETRY = 10_000
/** Milliseconds within which a machine that is not away answers. */
const SOON = 2_000

/** Opens machines when they are first needed; `open` gives undefined for one that cannot be addressed. */
export function createMachineLinks(open: (machine: Machine) => ServerDatabase | undefined): MachineLinks {
  const known = new Map<string, { readonly link: MachineLink; readonly database: ServerDatabase | undefined }>()
  const databases = (): ServerDatabase[] => [...known.values()].flatMap(({ database }) => database ?? [])
  return {
    of: machine => {
      const name = `${machine.host} ${machine.port}`
      const found = known.get(name)
      if (found) return found.link
      const database = open(machine)
      const link = linkTo(database)
      known.set(name, { link, database })
      return link
    },
    forget: () => {
      for (const database of databases()) database.tablesChanged()
    },
    figures: () => {
      const pools = databases().flatMap(database => database.connections())
      const sum = (what: 'open' | 'idle' | 'waiting'): number => pools.reduce((total, pool) => total + pool[what], 0)
      return { open: sum('open'), idle: sum('idle'), waiting: sum('waiting') }
    },
    close: async () => {
      await Promise.all(databases().map(database => database.close()))
    },
  }
}

function linkTo(database: ServerDatabase | undefined): MachineLink {
  let answers = false
  let retryAt = 0
  const away = (): void => {
    answers = false
    retryAt = Date.now() + RETRY
  }
  const tryOut = async (): Promise<void> => {
    retryAt = Number.POSITIVE_INFINITY
    if (database && (await inTime(isReady(database), SOON))) answers = true
    else away()
  }
  return {
    answering: () => {
      if (answers) return database
      if (database && Date.now() >= retryAt) void tryOut()
      return undefined
    },
    away,
  }
}

/** Tells whether it works as itself, and is no copy that follows another machine. */
const isReady = async ({ system }: ServerDatabase): Promise<boolean> =>
  (await system.query('SELECT WHERE NOT pg_is_in_recovery()')).rowCount === 1

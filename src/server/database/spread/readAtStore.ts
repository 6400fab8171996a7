import pg from 'pg'
import type { Database, Queries, RowTaker, StoreScope } from '../../access/caller.ts'
import { isDatabaseAway } from '../../databaseAway.ts'
import { PooledConnection } from '../pooledConnection.ts'
import { inTime } from './inTime.ts'
import { isOfFirstMachine } from './isOfFirstMachine.ts'
import type { StorePlace, StorePlaces } from './storePlaces.ts'
import { withEachText } from './withEachText.ts'
import { withFirst } from './withFirst.ts'

type Reads = Pick<Database, 'read' | 'readSnapshot' | 'write'>

/**
 * Work that reads one store asks the store's machine. A statement that it cannot answer, and all that come after it, go to the first
 * machine; work that sees one moment is done anew there. So is everything while the store's machine is not to be reached. Work that
 * writes does so through the first machine, and may ask the store's for what stands beside it.
 */
export const readAtStore = (first: Reads, places: Pick<StorePlaces, 'of'>): Reads => ({
  read: (scope, run) => {
    const place = placeOf(places, scope)
    if (!place) return first.read(scope, run)
    return withFirst(
      work => first.read(scope, work),
      askFirst => run(queriesAt(place, ask => place.database.read(scope, ask), askFirst)),
    )
  },
  readSnapshot: async (scope, limits, run) => {
    const place = placeOf(places, scope)
    const found = place && (await readThere(place, work => place.database.readSnapshot(scope, limits, work), run))
    return found ? found.result : first.readSnapshot(scope, limits, run)
  },
  write: (scope, run) =>
    first.write(scope, q => {
      let hasWritten = false
      const watched = withEachText(q, text => {
        hasWritten ||= writesRows(text)
        return text
      })
      return run({
        ...watched,
        committed: async <R extends object>(store: number, text: string, params: readonly unknown[] = []) =>
          hasWritten ? undefined : askBeside<R>(places.of(store), store, text, params),
      })
    }),
})

const placeOf = (places: Pick<StorePlaces, 'of'>, scope: StoreScope): StorePlace | undefined => {
  if (scope === 'all' || scope.stores.length !== 1) return undefined
  const [store] = scope.stores
  return store === undefined ? undefined : places.of(store)
}

/** Work in a snapshot of the store's machine; undefined where not all of it can be answered there. */
async function readThere<T>(
  place: StorePlace,
  open: (work: (q: Queries) => Promise<void>) => Promise<void>,
  run: (q: Queries) => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  const results: T[] = []
  let begun = false
  let left = false
  const leave = async (): Promise<never> => {
    left = true
    throw new Error('Asked of the first machine instead')
  }
  try {
    await open(async q => {
      begun = true
      results.push(await run(queriesAt(place, ask => ask(q), leave)))
    })
  } catch (error) {
    const away = isDatabaseAway(error)
    if (away) place.away()
    // Answers that were read stand, whatever became of the connection after.
    if (!left && results.length === 0 && (begun || !away)) throw error
  }
  for (const result of left ? [] : results) return { result }
  return undefined
}

const writes = /\b(?:insert|delete|merge)\b|(?<!\bfor\s+(?:no\s+key\s+)?)\bupdate\b/i

/** Tells whether a statement may change rows of stores, or of what is everywhere: to lock them changes nothing. */
const writesRows = (text: string): boolean => writes.test(text) && !isOfFirstMachine(text)

/** Milliseconds that a transaction, which holds locks, waits for what is beside it. */
const BESIDE = 500

/**
 * Asks a store's machine beside a transaction that writes. It is not waited for long: it may itself wait for a lock of the transaction, and no
 * database sees that circle.
 */
async function askBeside<R extends object>(
  place: StorePlace | undefined,
  store: number,
  text: string,
  params: readonly unknown[],
): Promise<R[] | undefined> {
  const statement = place?.statement(text)
  if (!place || statement === undefined || place.database.connections().some(({ waiting }) => waiting > 0)) return undefined
  const there: Ask = ask => place.database.read({ stores: [store] }, ask)
  return (await inTime(answerOf<R>(place, there, { text, statement, params, name: undefined }), BESIDE))?.rows
}

type Ask = <T>(run: (q: Queries) => Promise<T>) => Promise<T>

function queriesAt(place: StorePlace, there: Ask, askFirst: () => Promise<Queries>): Queries {
  let left = false
  /** Returns the answer of the store's machine; undefined where the first one is to be asked, from then on. */
  const answerHere = async <R extends object>(asked: Omit<Asked, 'statement'>): Promise<Found<R> | undefined> => {
    const statement = left ? undefined : place.statement(asked.text)
    const found = statement === undefined ? undefined : await answerOf<R>(place, there, { ...asked, statement })
    if (!found) left = true
    return found
  }
  return {
    spread: true,
    query: async <R extends object>(text: string, params: readonly unknown[] = [], name?: string) =>
      (await answerHere<R>({ text, params, name })) ?? (await askFirst()).query<R>(text, params, name),
    ...(PooledConnection.handsOver
      ? {
          queryInto: async (rows, text, params = [], name) => {
            if (await answerHere({ text, params, name, rows })) return
            const { queryInto } = await askFirst()
            if (!queryInto) throw new Error('The first machine does not hand rows over')
            rows.startOver()
            await queryInto(rows, text, params, name)
          },
        }
      : {}),
  }
}

/**
 * Whether the shard is where it was, by what the machine itself knows: asked behind each statement, since the shard may have moved before it. A
 * copy that follows another machine knows the same, and may be behind.
 */
const stillHere = `SELECT FROM pg_dist_placement WHERE shardid = $1 AND groupid = $2
  AND groupid = (SELECT groupid FROM pg_dist_local_group) AND NOT pg_is_in_recovery()`

interface Asked {
  readonly text: string
  /** The text with the names that tables have there. */
  readonly statement: string
  readonly params: readonly unknown[]
  readonly name: string | undefined
  /** Takes the rows as they are sent. */
  readonly rows?: RowTaker
}

interface Found<R> {
  readonly rows: R[]
  readonly rowCount: number
}

/** Returns the answer of the store's machine; undefined where the first machine is to be asked. */
async function answerOf<R extends object>(
  place: StorePlace,
  there: Ask,
  { text, statement, params, name, rows }: Asked,
): Promise<Found<R> | undefined> {
  const { id, machine } = place.shard
  // A name stands for one text on a connection, and each shard has its own: only that none is wanted goes along.
  const plan = name === '' ? '' : undefined
  try {
    const [found, here] = await there(q =>
      Promise.all([
        rows && q.queryInto
          ? q.queryInto(rows, statement, params, plan).then(() => ({ rows: [], rowCount: 0 }))
          : q.query<R>(statement, params, plan),
        q.query(stillHere, [id, machine.group]),
      ]),
    )
    if (here.rowCount === 1) return found
    place.changed()
  } catch (error) {
    if (isDatabaseAway(error)) place.away()
    else if (isOutdated(error)) place.changed(text)
    else if (isUnplannable(error)) place.refused(text, error)
    else if (!isBehindAnother(error)) throw error
  }
  return undefined
}

const codeOf = (error: unknown): string => (error instanceof pg.DatabaseError && error.code) || ''

/** A table is gone or has other columns than when the statement was prepared. */
const isOutdated = (error: unknown): boolean =>
  codeOf(error) === '42P01' || (codeOf(error) === '0A000' && error instanceof Error && /cached plan/.test(error.message))

/** The statement itself is not taken: what a person asked for or gave is not the cause. */
const isUnplannable = (error: unknown): boolean => /^(42|0A|25006)/.test(codeOf(error))

/** A statement of the same snapshot failed before it, and tells why. */
const isBehindAnother = (error: unknown): boolean => codeOf(error) === '25P02'

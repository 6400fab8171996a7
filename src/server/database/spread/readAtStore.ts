import pg from 'pg'
import type { Database, Queries, StoreScope } from '../../access/caller.ts'
import { isDatabaseAway } from '../../databaseAway.ts'
import type { StorePlace, StorePlaces } from './storePlaces.ts'

type Reads = Pick<Database, 'read' | 'readSnapshot'>

/**
 * Work that reads one store asks the store's machine, statement by statement; the first one that it cannot answer, and all after it, go
 * to the first machine, as does everything while the store's is not to be reached.
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
  readSnapshot: (scope, limits, run) => {
    const place = placeOf(places, scope)
    if (!place) return first.readSnapshot(scope, limits, run)
    return withFirst(
      work => first.readSnapshot(scope, limits, work),
      askFirst => readThere(place, work => place.database.readSnapshot(scope, limits, work), run, askFirst),
    )
  },
})

/** Work in a snapshot of the store's machine; of the first one, where that cannot be opened. */
async function readThere<T>(
  place: StorePlace,
  open: (work: (q: Queries) => Promise<void>) => Promise<void>,
  run: (q: Queries) => Promise<T>,
  askFirst: () => Promise<Queries>,
): Promise<T> {
  const found: T[] = []
  let begun = false
  try {
    await open(async q => {
      begun = true
      found.push(await run(queriesAt(place, ask => ask(q), askFirst)))
    })
  } catch (error) {
    // What was read stands, whatever became of the connection after.
    if (found.length === 0 && (begun || !isDatabaseAway(error))) throw error
    if (isDatabaseAway(error)) place.away()
  }
  for (const result of found) return result
  return run(await askFirst())
}

const placeOf = (places: Pick<StorePlaces, 'of'>, scope: StoreScope): StorePlace | undefined => {
  if (scope === 'all' || scope.stores.length !== 1) return undefined
  const [store] = scope.stores
  return store === undefined ? undefined : places.of(store)
}

type Ask = <T>(run: (q: Queries) => Promise<T>) => Promise<T>

function queriesAt(place: StorePlace, there: Ask, askFirst: () => Promise<Queries>): Queries {
  let left = false
  return {
    spread: true,
    query: async <R extends object>(text: string, params: readonly unknown[] = [], name?: string) => {
      const statement = left ? undefined : place.statement(text)
      if (statement !== undefined) {
        const found = await answerOf<R>(place, there, text, statement, params, name)
        if (found) return found
      }
      left = true
      return (await askFirst()).query<R>(text, params, name)
    },
  }
}

/** Where the shard is, by what the machine itself knows: asked behind each statement, since the shard may have moved before it. */
const stillHere = 'SELECT FROM pg_dist_placement WHERE shardid = $1 AND groupid = $2'

/** What the store's machine answers; undefined where the first machine is to be asked. */
async function answerOf<R extends object>(
  place: StorePlace,
  there: Ask,
  text: string,
  statement: string,
  params: readonly unknown[],
  name: string | undefined,
): Promise<{ rows: R[]; rowCount: number } | undefined> {
  const { id, machine } = place.shard
  try {
    const [found, here] = await there(q =>
      // A name stands for one text on a connection, and each shard has its own: only that none is wanted goes along.
      Promise.all([q.query<R>(statement, params, name === '' ? '' : undefined), q.query(stillHere, [id, machine.group])]),
    )
    if (here.rowCount === 1) return found
    place.changed()
  } catch (error) {
    if (isDatabaseAway(error)) place.away()
    else if (isOutdated(error)) place.changed()
    else if (isUnplannable(error)) place.refused(text, error)
    else throw error
  }
  return undefined
}

/** A table is gone or has other columns than when the statement was prepared. */
const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '42P01' || (error.code === '0A000' && /cached plan/.test(error.message)))

/** The statement itself is not taken: what a person asked for or gave is not the cause. */
const isUnplannable = (error: unknown): boolean => error instanceof pg.DatabaseError && /^(42|0A|25006)/.test(error.code ?? '')

/** Runs work beside which the first machine is opened when it is first asked, and closed with it. */
async function withFirst<T>(
  open: (work: (q: Queries) => Promise<void>) => Promise<void>,
  run: (askFirst: () => Promise<Queries>) => Promise<T>,
): Promise<T> {
  let opened: Promise<Queries> | undefined
  let closing: Promise<void> | undefined
  let close = (): void => undefined
  const ended = new Promise<void>(done => {
    close = done
  })
  const askFirst = (): Promise<Queries> => {
    opened ??= new Promise<Queries>((given, failed) => {
      closing = open(q => {
        given(q)
        return ended
      })
      closing.catch(failed)
    })
    return opened
  }
  try {
    return await run(askFirst)
  } finally {
    close()
    // Nothing was written: how it ended tells nobody anything.
    await closing?.catch(() => undefined)
  }
}

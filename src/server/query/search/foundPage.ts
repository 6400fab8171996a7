import type { Queries } from '../../database/queries.ts'
import { isOwn, LARGE, recountLarge } from '../counts/countBlocks.ts'
import type { CountCache, OutdatedCount } from '../counts/countCache.ts'
import { type ParameterizedSql, TOTAL_COLUMN } from '../planSql.ts'
import type { QueryPlan } from '../queryPlan.ts'
import { fitOf } from './fitOrder.ts'
import { type FoundKeys, foundKeysSql, isFoundByKeys, isWhole, rowsOfKeysSql, sureKeys } from './foundKeys.ts'

type Row = Record<string, unknown>

/** Where more rows changed than these, a search is made anew. */
const MOST_CHANGED = 100

interface FoundPage {
  readonly rows: Row[]
  readonly count: number
}

/** Under which names a search is kept: its count, and, since they have an order, its first keys. */
export interface FoundPageKeys {
  readonly key: string
  readonly foundKey: string
}

/**
 * The page of a search: finding and sorting a word that many names have takes far longer than reading ten rows, so the keys of its first rows
 * are kept beside its count, and follow what changes. Rows are read anew, and judged anew, for each page. undefined where the plan's page is not
 * made of keys.
 */
export async function fetchFoundPage(
  plan: QueryPlan,
  { key: countKey, foundKey: key }: FoundPageKeys,
  q: Queries,
  counts: CountCache,
  store: number | null,
): Promise<FoundPage | undefined> {
  if (store === null || !isFoundByKeys(plan)) return undefined
  if (!counts.found(key, store)) await counts.pending(key, store)
  const known = counts.found(key, store)
  const page = known && (await pageOf(plan, known, q))
  if (page) return page
  const moment = counts.now(store)
  const before = isRepairable(plan) ? counts.outdated(key, store, plan.table.sharing) : undefined
  const made = (async () => {
    const repaired = known ? undefined : await repair(plan, before, q)
    const { keys, count, ...more } = repaired && reaches(plan, repaired) ? repaired : await seek(plan, q)
    counts.set(key, count, moment, { keys, ...more })
    // Pages further back ask for the count alone.
    counts.set(countKey, count, moment, more)
    return { keys, count }
  })()
  counts.setPending(
    key,
    moment,
    made.then(({ count }) => count),
  )
  return pageOf(plan, await made, q)
}

const run = <R extends object>(q: Queries, { text, params, planned }: ParameterizedSql) => q.query<R>(text, params, planned && '')

/** undefined where a row of the page is not what it was: nobody told of its change. */
async function pageOf(plan: QueryPlan, { keys, count }: FoundKeys, q: Queries): Promise<FoundPage | undefined> {
  if (!reaches(plan, { keys, count })) return undefined
  const wanted = keys.slice(plan.skip, plan.skip + plan.limit)
  const { rows } = wanted.length === 0 ? { rows: [] } : await run<Row>(q, rowsOfKeysSql(plan, wanted, 'rows'))
  return rows.length === wanted.length ? { rows, count } : undefined
}

/** Tells whether a page's keys are among those that are kept. */
const reaches = ({ skip, limit }: QueryPlan, { keys, count }: FoundKeys): boolean => keys.length >= Math.min(skip + limit, count)

async function seek(plan: QueryPlan, q: Queries): Promise<FoundKeys> {
  const { rows } = await run<Row>(q, foundKeysSql(plan))
  return { keys: rows.map(({ key }) => Number(key)), count: Number(rows[0]?.[TOTAL_COLUMN] ?? 0) }
}

/** Tells whether what a plan finds and its order follow from the rows of its own table. */
const isRepairable = (plan: QueryPlan): boolean => isOwn(plan) && plan.order.every(({ path }) => !path.through)

/** Returns the finds of a search after known changes, without searching; undefined where it has to be made. */
async function repair(plan: QueryPlan, before: OutdatedCount | undefined, q: Queries) {
  const { changed, keys, until } = before ?? {}
  if (!before || !changed || !keys || changed.length > MOST_CHANGED) return undefined
  const former: FoundKeys = { keys, count: before.count }
  if (changed.length === 0) return { ...former, until, ...(before.blocks ? { blocks: before.blocks } : {}) }
  if (!isWhole(former) && (before.count < LARGE || fitOf(plan))) return undefined
  const others = new Set(changed.map(Number))
  const asked = [...new Set([...keys, ...others])]
  const [{ rows }, counted] = await Promise.all([
    run<{ key: string }>(q, rowsOfKeysSql(plan, asked, 'keys')),
    isWhole(former) ? undefined : recountLarge(plan, q, before),
  ])
  const sure = sureKeys(
    former,
    others,
    rows.map(({ key }) => Number(key)),
  )
  return { keys: sure, ...(counted ?? { count: rows.length, until }) }
}

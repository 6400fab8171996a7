import type { Queries } from '../../database/queries.ts'
import { blockCountsSql, countSql, TOTAL_COLUMN } from '../planSql.ts'
import type { Condition, QueryPlan } from '../queryPlan.ts'

/** How many rows a condition finds, by ranges of their keys: after a change only the range of the changed row is counted anew. */
export interface BlockCounts {
  /** The first key of the first range; it holds smaller ones as well, the last range larger ones. */
  readonly from: number
  /** Keys of a range. */
  readonly width: number
  readonly counts: readonly number[]
}

/** From so many rows on a count is kept by ranges of keys. */
export const LARGE = 50_000
const BLOCKS = 64
/** Where more ranges changed, all are counted. */
const MOST_CHANGED = 4

const sumOfBlocks = ({ counts }: BlockCounts): number => counts.reduce((sum, count) => sum + count, 0)

/** Tells whether what a plan finds depends on nothing but its own rows, those of one store. */
export const isOwn = ({ table, where }: QueryPlan): boolean =>
  table.scoped && table.register.scope === 'store' && where.every(own)

function own(condition: Condition): boolean {
  if ('all' in condition) return condition.all.every(own)
  if ('any' in condition) return condition.any.every(own)
  return 'search' in condition || ('path' in condition && !condition.path.through)
}

/** Counts all ranges; undefined where there is nothing to count. */
async function countBlocks(plan: QueryPlan, q: Queries): Promise<BlockCounts | undefined> {
  const ends = await Promise.all([firstKey(plan, q, false), firstKey(plan, q, true)])
  const [from, last] = ends
  if (from === undefined || last === undefined) return undefined
  const width = Math.ceil((last - from + 1) / BLOCKS)
  const { text, params } = blockCountsSql(plan, from, width, BLOCKS)
  const { rows } = await q.query<{ block: number; count: string }>(text, params, '')
  const counts = Array.from({ length: BLOCKS }, () => 0)
  for (const { block, count } of rows) counts[block] = Number(count)
  return { from, width, counts }
}

/** The counts after these rows changed; undefined where so much changed that all ranges are better counted. */
async function recountBlocks(
  plan: QueryPlan,
  q: Queries,
  blocks: BlockCounts,
  changed: readonly string[],
): Promise<BlockCounts | undefined> {
  const { from, width } = blocks
  const last = blocks.counts.length - 1
  const blockOf = (id: string): number => Math.min(Math.max(Math.floor((Number(id) - from) / width), 0), last)
  const touched = [...new Set(changed.map(blockOf))]
  if (touched.length > MOST_CHANGED) return undefined
  const counts = [...blocks.counts]
  await Promise.all(
    touched.map(async block => {
      const least = block === 0 ? [] : [keyBound(plan, 'gte', from + block * width)]
      const most = block === last ? [] : [keyBound(plan, 'lt', from + (block + 1) * width)]
      const { text, params } = countSql({ ...plan, where: [...plan.where, ...least, ...most] })
      const { rows } = await q.query<Record<string, unknown>>(text, params)
      counts[block] = Number(rows[0]?.[TOTAL_COLUMN] ?? 0)
    }),
  )
  return { from, width, counts }
}

const keyBound = ({ table }: QueryPlan, test: 'gte' | 'lt', value: number): Condition => ({
  path: { column: table.id },
  test,
  value,
})

/** The smallest or largest key of the store, whatever its row is like. */
async function firstKey({ table, where }: QueryPlan, q: Queries, descending: boolean): Promise<number | undefined> {
  const store = where.find(condition => 'path' in condition && condition.path.column.name === 'lojaId' && condition.test === 'eq')
  if (!store || !('path' in store)) return undefined
  const { rows } = await q.query<{ id: string }>(
    `SELECT ${table.id.sql} AS id FROM ${table.sql} WHERE "lojaId" = $1 ORDER BY ${table.id.sql}${descending ? ' DESC' : ''} LIMIT 1`,
    [store.value],
  )
  return rows[0] ? Number(rows[0].id) : undefined
}

/** A large count before some rows changed; `changed`: their keys, undefined where nobody knows which. */
interface LargeCount {
  readonly blocks?: BlockCounts
  readonly changed: readonly string[] | undefined
  readonly until: number
}

/** A large count after changes in the store: of the ranges whose rows changed, or, where nobody knows which did, of all. */
export async function recountLarge(plan: QueryPlan, q: Queries, { blocks: old, changed, until }: LargeCount) {
  const some = old && changed ? await recountBlocks(plan, q, old, changed) : undefined
  if (some) return { count: sumOfBlocks(some), blocks: some, until }
  const all = await countBlocks(plan, q)
  return all ? { count: sumOfBlocks(all), blocks: all } : { count: 0 }
}

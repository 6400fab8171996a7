import {
  asSums,
  type ColumnOf,
  type FollowingSums,
  type Queries,
  quotedIdentifier,
  readSums,
  settleSums,
} from '../../../server/domain.ts'
import type { Rollup } from './rollup.ts'
import { addToRollup, clearRollup, rollupSumsSql, rollupTable, type SalesScope, zoneOfStore } from './rollupSql.ts'

/** Rows by key, of one store. */
const some: SalesScope = { store: '$1', and: 'm.id = ANY ($2::bigint[])' }

/** The same, told the store's time zone. */
const someInZone: SalesScope = { ...some, zone: '$3::text' }

/** Sums of some rows in each rollup. */
export type SumsBefore = readonly string[]

/** How sums are kept beside the rows that they are made of, in the transaction at hand. */
export interface RollupKeeper {
  /** Returns the present share of rows (by key, of one store) in each rollup. */
  sumsOf(q: Queries, lojaId: number, ids: readonly number[]): Promise<SumsBefore>
  /** Adds what the rows add now, less what they did before. Sums are written in one order, so that transactions wait in line and never in a ring. */
  settle(q: Queries, lojaId: number, ids: readonly number[], before: SumsBefore): Promise<void>
}

/** Keeps these rollups, all made of the same rows. */
export function createRollupKeeper(rollups: readonly Rollup[]): RollupKeeper {
  const followers = rollups.map(
    (rollup): FollowingSums => ({
      read: asSums(rollupSumsSql(rollup, some)),
      add: addToRollup(rollup, rollupSumsSql(rollup, some)),
      addInZone: rollup.zoned ? addToRollup(rollup, rollupSumsSql(rollup, someInZone)) : undefined,
      change: changing(rollup),
      clear: [clearing(rollup)],
    }),
  )
  return {
    sumsOf: (q, lojaId, ids) => Promise.all(followers.map(({ read }) => readSums(q, read, [lojaId, ids]))),
    async settle(q, lojaId, ids, before) {
      // Where rows are on several machines, one statement that adds and reads what is everywhere goes to all of them: it is told the zone.
      const zone = q.spread ? await readZone(q, lojaId) : undefined
      for (const [at, sums] of followers.entries()) await settleSums(q, sums, { lojaId, ids, zone }, before[at] ?? '[]')
    },
  }
}

type Zone = NonNullable<ColumnOf<'lojas', 'fuso_horario'>>

async function readZone(q: Queries, lojaId: number): Promise<Zone | undefined> {
  const { rows } = await q.query<{ zone: Zone }>(zoneOfStore('$1'), [lojaId])
  return rows[0]?.zone
}

function changing(rollup: Rollup): string {
  const keys = rollup.keys.map(({ name }) => quotedIdentifier(name))
  const sums = rollup.measures.map(({ name, type }) => ({ name: quotedIdentifier(name), type }))
  const negative = sums.map(({ name }) => `-${name}`)
  const both = `${rollupSumsSql(rollup, some)}
    UNION ALL SELECT ${[...keys, ...negative].join(', ')} FROM json_populate_recordset(NULL::${rollupTable(rollup)}, $3::json)`
  const added = sums.map(({ name, type }) => `sum(${name})::${type} AS ${name}`)
  const differs = sums.map(({ name }) => `sum(${name}) <> 0`).join(' OR ')
  // Worked out before it is added: where rows are on several machines, each would add the rows that come from no table.
  const changes = `SELECT ${[...keys, ...added].join(', ')} FROM (${both}) b GROUP BY ${keys.join(', ')} HAVING ${differs}`
  return `WITH mudancas AS MATERIALIZED (${changes}) ${addToRollup(rollup, 'SELECT * FROM mudancas')}`
}

function clearing(rollup: Rollup): string {
  const keys = rollup.keys.map(({ name }) => quotedIdentifier(name)).join(', ')
  const old = `SELECT ${keys} FROM json_populate_recordset(NULL::${rollupTable(rollup)}, $2::json)`
  return clearRollup(rollup, `"lojaId" = $1 AND (${keys}) IN (${old})`)
}

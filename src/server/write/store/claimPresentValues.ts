import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import { type Claim, type Table, tableOf } from '../../query/table.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'
import { claimant, exclusiveClaims } from './claims.ts'

interface Held {
  readonly name: string
  readonly value: string
  readonly store: string
  readonly record: string
}

/** Most records that a notice names. */
const NAMED = 20

/**
 * Brings the claims to what the tables hold: values of before there were claims, and of servers that knew none. Of two stores with one
 * value it is the older record's; the other keeps it as a text under which nothing outside is touched, and a notice tells of it.
 */
export const claimPresentValues = async (q: Queries, model: Model): Promise<string[]> => {
  const wanted = claimsOfModel(model)
  // Saves meanwhile wait, and find what was claimed here.
  await q.query('LOCK TABLE system.claims IN SHARE ROW EXCLUSIVE MODE')
  const { rows: claimed } = await q.query<Held & Record<string, unknown>>(
    'SELECT name, value, "lojaId"::text AS store, record FROM system.claims',
  )
  const present: Held[] = []
  for (const { table, claim } of wanted) present.push(...(await heldBy(table, claim, q)))
  const whole = ({ name, value, store, record }: Held): string => JSON.stringify([name, value, store, record])
  const stands = new Set(present.map(whole))
  const gone = claimed.filter(one => !stands.has(whole(one)))
  if (gone.length > 0)
    await q.query(
      'DELETE FROM system.claims c USING unnest($1::text[], $2::text[]) AS g(name, value) WHERE c.name = g.name AND c.value = g.value',
      [gone.map(({ name }) => name), gone.map(({ value }) => value)],
    )
  const key = ({ name, value }: Held): string => JSON.stringify([name, value])
  const holders = new Map(claimed.filter(one => stands.has(whole(one))).map(one => [key(one), whole(one)]))
  const added: Held[] = []
  const refused: Held[] = []
  for (const one of present) {
    const holder = holders.get(key(one))
    if (holder === undefined) {
      holders.set(key(one), whole(one))
      added.push(one)
    } else if (holder !== whole(one)) refused.push(one)
  }
  if (added.length > 0)
    await q.query(
      'INSERT INTO system.claims (name, value, "lojaId", record) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[])',
      [
        added.map(({ name }) => name),
        added.map(({ value }) => value),
        added.map(({ store }) => store),
        added.map(({ record }) => record),
      ],
    )
  return noticesOf(refused)
}

interface ClaimingColumn {
  readonly table: Table
  readonly claim: Claim
}

const claimsOfModel = (model: Model): ClaimingColumn[] => {
  const tables = new Map(
    Object.values(model.registers)
      .filter(({ stored }) => stored !== false)
      .map(({ name, table }) => [table, tableOf(model, name)]),
  )
  return [...tables.values()].flatMap(table => exclusiveClaims(table).map(claim => ({ table, claim })))
}

/** Returns the values that the rows of a table name, the oldest first. */
const heldBy = async (table: Table, { column, name }: Claim, q: Queries): Promise<Held[]> => {
  const own = quotedIdentifier(column)
  const age = table.byName.has('createdAt') ? '"createdAt", ' : ''
  const { rows } = await q.query<{ id: string; store: string; value: string }>(
    `SELECT id::text AS id, "lojaId"::text AS store, lower(${own}) AS value FROM ${table.sql} WHERE ${own} <> '' ORDER BY ${age}"lojaId", id`,
  )
  return rows.map(({ id, store, value }) => ({ name, value, store, record: claimant(table, id) }))
}

const noticesOf = (refused: readonly Held[]): string[] =>
  [...Map.groupBy(refused, ({ name }) => name)].map(([name, some]) => {
    const named = some.slice(0, NAMED).map(({ store, record, value }) => `${JSON.stringify(value)} of store ${store} (${record})`)
    const more = some.length > NAMED ? ` and ${some.length - NAMED} more` : ''
    return `${some.length} records have a ${name} that an older one has already; nothing outside is touched under it until they get another: ${named.join(', ')}${more}`
  })

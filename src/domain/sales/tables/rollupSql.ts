import { DEFAULT_ZONE } from '../../../base/dates.ts'
import { quotedIdentifier, quotedIdentifiers } from '../../../server/domain.ts'
import { type Rollup, type RollupColumn, ZONE_PLACEHOLDER } from './rollup.ts'

export const rollupSchema = 'resumos'

/** The table of a rollup. */
export const rollupTable = ({ name }: Rollup): string => `${rollupSchema}.${quotedIdentifier(name)}`

/** Outlives every new declaration of the sums, which cannot be made of rows that are gone. */
const archivedSchema = 'arquivados'

/** The table of what rows added to a rollup that an archive took: noted batch by batch, so that a key may stand several times. */
export const archivedTable = ({ name }: Rollup): string => `${archivedSchema}.${quotedIdentifier(name)}`

const names = (columns: readonly RollupColumn[]): string => quotedIdentifiers(columns.map(({ name }) => name))

/** Makes the table. Its rows change all the time and are few: room is left in every page for their new versions. */
export const createRollup = (rollup: Rollup): string => {
  const columns = [...rollup.keys, ...rollup.measures].map(({ name, type }) => `${quotedIdentifier(name)} ${type} NOT NULL`)
  return `CREATE TABLE ${rollupTable(rollup)} (${columns.join(', ')}, PRIMARY KEY (${names(rollup.keys)})) WITH (fillfactor = 70)`
}

/** Movements of one store: how a statement names the store, and which of its movements. */
export interface SalesScope {
  readonly store: string
  readonly and?: string
  /** How it names the store's time zone; else it reads it. */
  readonly zone?: string
}

const wholeStore = ({ store }: SalesScope): string => `m."lojaId" = ${store}`

/** The sums as the bare rows give them: of the movements in scope, or of all. */
export const rollupSumsSql = (rollup: Rollup, scope?: SalesScope): string => {
  const keys = rollup.keys.map(({ name, from, type }) => `${from}${collated(type)} AS ${quotedIdentifier(name)}`)
  const measures = rollup.measures.map(({ name, from, type }) => `sum(${from})::${type} AS ${quotedIdentifier(name)}`)
  const where = [...(scope ? [wholeStore(scope)] : []), ...(scope?.and ? [scope.and] : []), rollup.where].join(' AND ')
  const places = rollup.keys.map((_, at) => at + 1).join(', ')
  const source = rollup.zoned && !scope ? `${rollup.source} JOIN lojas l ON l.id = m."lojaId"` : rollup.source
  return `SELECT ${[...keys, ...measures].join(', ')} FROM ${source} WHERE ${where} GROUP BY ${places}`.replaceAll(
    ZONE_PLACEHOLDER,
    zoneIn(scope),
  )
}

/** Reads the time zone of a store. */
export const zoneOfStore = (store: string): string =>
  `SELECT coalesce(max(l.fuso_horario), '${DEFAULT_ZONE}') AS zone FROM lojas l WHERE l."lojaId" = ${store} AND l.id = ${store}`

/** The zone of a store that is known is read once, and not for each row. */
const zoneIn = (scope?: SalesScope): string =>
  scope ? (scope.zone ?? `(${zoneOfStore(scope.store)})`) : `coalesce(l.fuso_horario, '${DEFAULT_ZONE}')`

const collated = (type: string): string => (type.includes('COLLATE') ? ' COLLATE "C"' : '')

/** Returns the value of a new column for rows that were archived before it came. */
const unknownValue = (type: string): string => {
  if (type.startsWith('text')) return "''"
  if (type === 'boolean') return 'false'
  return type === 'date' || type === 'timestamptz' ? "'-infinity'" : '0'
}

/** Makes the table of what archived rows added, or gives it the columns that a new declaration has more. */
export const createArchivedRollup = (rollup: Rollup): string[] => {
  const table = archivedTable(rollup)
  const columns = [...rollup.keys, ...rollup.measures]
  return [
    `CREATE SCHEMA IF NOT EXISTS ${archivedSchema}`,
    `CREATE TABLE IF NOT EXISTS ${table} (${columns.map(({ name, type }) => `${quotedIdentifier(name)} ${type} NOT NULL`).join(', ')})`,
    ...columns.map(
      ({ name, type }) =>
        `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${quotedIdentifier(name)} ${type} NOT NULL DEFAULT ${unknownValue(type)}`,
    ),
    `CREATE INDEX IF NOT EXISTS ${quotedIdentifier(`${rollup.name}_loja`)} ON ${table} ("lojaId")`,
  ]
}

/** Notes what movements in scope add to a rollup, as what an archive took; with `-` what it gives back. */
export const archiveSums = (rollup: Rollup, scope: SalesScope, sign: '' | '-'): string => {
  const measures = rollup.measures.map(({ name }) => `${sign}${quotedIdentifier(name)}`)
  return `INSERT INTO ${archivedTable(rollup)} (${names([...rollup.keys, ...rollup.measures])})
    SELECT ${[names(rollup.keys), ...measures].join(', ')} FROM (${rollupSumsSql(rollup, scope)}) s`
}

/** Clears the notes of the store $1 that add up to nothing. */
export const tidyArchivedSums = (rollup: Rollup): string => {
  const zero = rollup.measures.map(({ name }) => `sum(${quotedIdentifier(name)}) = 0`).join(' AND ')
  const table = archivedTable(rollup)
  return `DELETE FROM ${table} WHERE "lojaId" = $1 AND (${names(rollup.keys)}) IN (
    SELECT ${names(rollup.keys)} FROM ${table} WHERE "lojaId" = $1 GROUP BY ${names(rollup.keys)} HAVING ${zero})`
}

/** The sums of a whole store, or of all: those of the rows that stand, and of those that an archive took. */
const wholeSumsSql = (rollup: Rollup, scope?: SalesScope): string => {
  const bare = rollupSumsSql(rollup, scope)
  if (!rollup.archived) return bare
  const columns = names([...rollup.keys, ...rollup.measures])
  const kept = `SELECT ${columns} FROM ${archivedTable(rollup)} m${scope ? ` WHERE ${wholeStore(scope)}` : ''}`
  const sums = rollup.measures.map(({ name, type }) => `sum(${quotedIdentifier(name)})::${type} AS ${quotedIdentifier(name)}`)
  return `SELECT ${[names(rollup.keys), ...sums].join(', ')} FROM (${bare} UNION ALL ${kept}) w
    GROUP BY ${names(rollup.keys)} HAVING sum(linhas) <> 0`
}

/** Fills an empty rollup. */
export const fillRollup = (rollup: Rollup, scope?: SalesScope): string =>
  `INSERT INTO ${rollupTable(rollup)} (${names([...rollup.keys, ...rollup.measures])}) ${wholeSumsSql(rollup, scope)}`

/**
 * Adds sums (a query of keys and measures). Rows are written in the order of their keys, so that two transactions that touch the same
 * ones wait for each other in line.
 */
export const addToRollup = (rollup: Rollup, sums: string): string => {
  const columns = names([...rollup.keys, ...rollup.measures])
  const keys = names(rollup.keys)
  const sets = rollup.measures.map(
    ({ name }) => `${quotedIdentifier(name)} = r.${quotedIdentifier(name)} + excluded.${quotedIdentifier(name)}`,
  )
  return `INSERT INTO ${rollupTable(rollup)} AS r (${columns}) SELECT ${columns} FROM (${sums}) s
    ORDER BY ${keys} ON CONFLICT (${keys}) DO UPDATE SET ${sets.join(', ')}`
}

/** Rows to which nothing counts any more. `narrow` is over the rollup's own columns. */
export const clearRollup = (rollup: Rollup, narrow: string): string =>
  `DELETE FROM ${rollupTable(rollup)} WHERE ${narrow} AND linhas = 0`

/** Keys whose sums differ from those of the rows, archived ones included, on either side. */
export const rollupDifferences = (rollup: Rollup, scope?: SalesScope): string => {
  const columns = names([...rollup.keys, ...rollup.measures])
  const kept = `SELECT ${columns} FROM ${rollupTable(rollup)} m${scope ? ` WHERE ${wholeStore(scope)}` : ''}`
  const bare = `SELECT ${columns} FROM (${wholeSumsSql(rollup, scope)}) s`
  return `(${kept} EXCEPT ALL ${bare}) UNION ALL (${bare} EXCEPT ALL ${kept})`
}

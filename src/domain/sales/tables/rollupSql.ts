import { DEFAULT_ZONE } from '../../../base/dates.ts'
import { quotedIdentifier, quotedIdentifiers } from '../../../server/domain.ts'
import { type Rollup, type RollupColumn, ZONE_PLACEHOLDER } from './rollup.ts'

export const rollupSchema = 'resumos'

/** The table of a rollup. */
export const rollupTable = ({ name }: Rollup): string => `${rollupSchema}.${quotedIdentifier(name)}`

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

/** The zone of a store that is known is read once, and not for each row. */
const zoneIn = (scope?: SalesScope): string =>
  scope
    ? `(SELECT coalesce(max(l.fuso_horario), '${DEFAULT_ZONE}') FROM lojas l WHERE l."lojaId" = ${scope.store} AND l.id = ${scope.store})`
    : `coalesce(l.fuso_horario, '${DEFAULT_ZONE}')`

const collated = (type: string): string => (type.includes('COLLATE') ? ' COLLATE "C"' : '')

/** Fills an empty rollup. */
export const fillRollup = (rollup: Rollup, scope?: SalesScope): string =>
  `INSERT INTO ${rollupTable(rollup)} (${names([...rollup.keys, ...rollup.measures])}) ${rollupSumsSql(rollup, scope)}`

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

/** Keys whose sums differ from the bare rows', on either side. */
export const rollupDifferences = (rollup: Rollup, scope?: SalesScope): string => {
  const columns = names([...rollup.keys, ...rollup.measures])
  const kept = `SELECT ${columns} FROM ${rollupTable(rollup)} m${scope ? ` WHERE ${wholeStore(scope)}` : ''}`
  const bare = `SELECT ${columns} FROM (${rollupSumsSql(rollup, scope)}) s`
  return `(${kept} EXCEPT ALL ${bare}) UNION ALL (${bare} EXCEPT ALL ${kept})`
}

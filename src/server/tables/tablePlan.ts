import { changeColumns } from './changeColumns.ts'
import { columnSql, commentSteps } from './columnSql.ts'
import { layoutObstacles, layoutSteps, type PresentLayout } from './layout.ts'
import type { PresentTable } from './presentTables.ts'
import type { RefusedTableChange } from './refusedTableChange.ts'
import { rowSecuritySteps } from './rowSecurity.ts'
import { searchColumn } from './searchColumn.ts'
import { quotedIdentifier, quotedIdentifiers } from './sqlNames.ts'
import type { WantedConstraint, WantedTable } from './wantedTables.ts'

/** A plan that brings the tables to the Model: statements in order, changes that may not be done unasked, and notices. */
export interface TablePlan {
  readonly steps: readonly string[]
  readonly refusals: readonly RefusedTableChange[]
  readonly notices: readonly string[]
}

/** The difference between wanted and present tables. Everything that only adds is a step. `layout`: of a distributed database. */
export const planTables = (
  wanted: readonly WantedTable[],
  present: ReadonlyMap<string, PresentTable>,
  layout?: PresentLayout,
): TablePlan => {
  const notices: string[] = []
  const renames: string[] = []
  const pairs = wanted.map(table => {
    const found = present.get(table.name)
    const former = found || table.was === undefined ? undefined : present.get(table.was)
    if (former) renames.push(`ALTER TABLE ${quotedIdentifier(former.name)} RENAME TO ${quotedIdentifier(table.name)}`)
    return { table, found: found ?? former }
  })
  const kept = new Set(pairs.map(({ found }) => found?.name))
  for (const name of present.keys())
    if (!kept.has(name))
      notices.push(
        `Table "${name}" belongs to no register; it is left alone until a migration drops it, and nobody removes what its rows refer to.`,
      )
  const changes = pairs.map(({ table, found }) => (found ? changeTable(table, found, layout) : createTable(table, layout)))
  return {
    steps: [
      ...renames,
      ...changes.flatMap(change => change.columns),
      ...changes.flatMap(change => change.uniques),
      ...(layout ? layoutSteps(wanted, renamedLayout(layout, pairs)) : []),
      // After all tables are there; one statement each.
      ...changes.flatMap(change => change.foreignKeys),
      ...changes.flatMap(change => change.rest),
    ],
    refusals: changes.flatMap(change => change.refusals),
    notices,
  }
}

/** A table that has its place keeps it under another name. */
const renamedLayout = (
  layout: PresentLayout,
  pairs: readonly { readonly table: WantedTable; readonly found: PresentTable | undefined }[],
): PresentLayout => {
  const moved = pairs.flatMap(({ table, found }) =>
    found && found.name !== table.name && layout.laidOut.has(found.name) ? [{ from: found.name, to: table.name }] : [],
  )
  const first = moved.find(({ from }) => from === layout.first)?.to ?? layout.first
  return { laidOut: new Set([...layout.laidOut, ...moved.map(({ to }) => to)]), ...(first === undefined ? {} : { first }) }
}

interface Change {
  readonly columns: readonly string[]
  readonly uniques: readonly string[]
  readonly foreignKeys: readonly string[]
  readonly rest: readonly string[]
  readonly refusals: readonly RefusedTableChange[]
}

const createTable = (table: WantedTable, layout: PresentLayout | undefined): Change => {
  const columns = [...table.columns.map(columnSql), `PRIMARY KEY (${quotedIdentifiers(table.primaryKey)})`]
  return {
    columns: [
      `CREATE TABLE ${quotedIdentifier(table.name)} (\n  ${columns.join(',\n  ')}\n)`,
      ...table.columns.flatMap(column => commentSteps(table, column, null)),
    ],
    uniques: table.uniques.map(part => addConstraint(table, part)),
    foreignKeys: table.foreignKeys.map(part => addConstraint(table, part)),
    rest: [...table.indexes.map(part => addIndex(table, part)), ...rowSecuritySteps(table, undefined, layout !== undefined)],
    refusals: [],
  }
}

const changeTable = (table: WantedTable, found: PresentTable, layout: PresentLayout | undefined): Change => {
  const { steps, refusals, searchAnew } = changeColumns(table, found)
  const parts = new Set([...table.uniques, ...table.foreignKeys, ...table.indexes].map(part => part.name))
  const name = quotedIdentifier(table.name)
  const missing = (part: WantedConstraint): boolean =>
    !found.indexes.has(part.name) || (searchAnew && part.definition.includes(searchColumn))
  const obstacles = layoutObstacles(found, layout)
  const renewed = obstacles.keys
  const guardsLeft = obstacles.steps.length > 0 ? { ...found, policies: new Set<string>() } : found
  const gone = [
    ...obstacles.steps,
    ...[...found.constraints]
      .filter(each => (!parts.has(each) || renewed.has(each)) && isOurs(each))
      .map(each => `ALTER TABLE ${name} DROP CONSTRAINT ${quotedIdentifier(each)}`),
    ...[...found.indexes]
      .filter(each => !parts.has(each) && isOurs(each))
      .map(each => `DROP INDEX IF EXISTS ${quotedIdentifier(each)}`),
  ]
  return {
    columns: [...gone, ...steps],
    uniques: table.uniques.filter(part => !found.constraints.has(part.name)).map(part => addConstraint(table, part)),
    foreignKeys: table.foreignKeys
      .filter(part => !found.constraints.has(part.name) || renewed.has(part.name))
      .map(part => addConstraint(table, part)),
    rest: [
      ...table.indexes.filter(missing).map(part => addIndex(table, part)),
      ...rowSecuritySteps(table, guardsLeft, layout !== undefined),
    ],
    refusals,
  }
}

/** Constraints and indexes that people added by hand stay. */
const isOurs = (name: string): boolean => /_(uq|fk|ix)_[0-9a-f]{10}$/.test(name)

const addConstraint = (table: WantedTable, part: WantedConstraint): string =>
  `ALTER TABLE ${quotedIdentifier(table.name)} ADD CONSTRAINT ${quotedIdentifier(part.name)} ${part.definition}`

const addIndex = (table: WantedTable, part: WantedConstraint): string =>
  `CREATE ${part.unique ? 'UNIQUE ' : ''}INDEX ${quotedIdentifier(part.name)} ON ${quotedIdentifier(table.name)} ${part.definition}`

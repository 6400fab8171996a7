import type { Model } from '../../model/model.ts'
import type { Queries } from '../access/caller.ts'
import type { ServerDatabase } from '../database/pool.ts'
import { appRole } from '../database/role.ts'
import { type DerivedTables, prepareDerivedTables } from './derivedTables.ts'
import { type Migration, pendingMigrations, runMigration } from './migration.ts'
import { presentTables } from './presentTables.ts'
import type { RefusedTableChange } from './refusedTableChange.ts'
import { seedTables } from './seed.ts'
import { grantToRole, isGrantedToRole, markSearchFunctions, prepareExtensions, prepareSystemSchema } from './systemSchema.ts'
import { planTables, type TablePlan } from './tablePlan.ts'
import { wantedTables } from './wantedTables.ts'

/** What bringing the tables to the Model did, or would do. */
export interface TablePlanOutcome extends TablePlan {
  readonly migrations: readonly string[]
}

/** The definitions ask for something that loses data. Nothing was changed. */
export class TablesRefused extends Error {
  readonly refusals: readonly RefusedTableChange[]

  constructor(refusals: readonly RefusedTableChange[]) {
    super(refusals.map(refusalText).join('\n\n'))
    this.name = 'TablesRefused'
    this.refusals = refusals
  }
}

const refusalText = (refusal: RefusedTableChange): string =>
  `Table "${refusal.table}", column "${refusal.column}": ${refusal.why}\n  To do it, write the migration ${refusal.file}:\n    ${refusal.statement}`

/** Two servers that start together must not both make the tables. */
const lock = 'SELECT pg_advisory_xact_lock(7274617461)'

/**
 * Brings the tables to the Model in one transaction: migrations that wait, then everything that only adds, then the tables that are
 * made of others.
 */
export const applyModel = async (
  database: ServerDatabase,
  model: Model,
  migrations: readonly Migration[],
  derived: readonly DerivedTables[] = [],
): Promise<TablePlanOutcome> => {
  const outcome = await database.asOwner(async q => {
    await q.query(lock)
    const found = await difference(q, model, migrations)
    if (found.refusals.length > 0) throw new TablesRefused(found.refusals)
    for (const step of found.steps) await q.query(step)
    await seedTables(q, model)
    const possible = derived.filter(({ from }) => from.every(name => model.registers[name]))
    let made = found.steps.length > 0 || found.migrations.length > 0
    for (const tables of possible) if (await prepareDerivedTables(q, tables)) made = true
    if (made || !(await isGranted(q))) await grant(q, possible)
    await q.query(
      'INSERT INTO system.definitions (hash) VALUES ($1) ON CONFLICT (one) DO UPDATE SET hash = $1, "appliedAt" = now()',
      [model.hash],
    )
    return found
  })
  if (outcome.steps.length > 0 || outcome.migrations.length > 0) database.tablesChanged()
  return outcome
}

/** What applyModel would do, undone again. */
export const planModel = async (
  database: ServerDatabase,
  model: Model,
  migrations: readonly Migration[],
): Promise<TablePlanOutcome> => {
  const undo = new Error('undo')
  let outcome: TablePlanOutcome | undefined
  await database
    .asOwner(async q => {
      await q.query(lock)
      outcome = await difference(q, model, migrations)
      throw undo
    })
    .catch(error => {
      if (error !== undo) throw error
    })
  if (!outcome) throw new Error('No plan was made')
  return outcome
}

const difference = async (q: Queries, model: Model, migrations: readonly Migration[]): Promise<TablePlanOutcome> => {
  await prepareSystemSchema(q)
  const abilities = await prepareExtensions(q)
  const unmarked = await markSearchFunctions(q)
  const { pending, notices } = await pendingMigrations(q, migrations)
  for (const migration of pending) await runMigration(q, migration)
  const plan = planTables(wantedTables(model, abilities), await presentTables(q))
  return {
    ...plan,
    notices: [...notices, ...slowSearch(unmarked), ...plan.notices],
    migrations: pending.map(migration => migration.name),
  }
}

const slowSearch = (unmarked: readonly string[]): string[] =>
  unmarked.length === 0
    ? []
    : [`Searches of large stores are slow until a superuser of the database runs: ${unmarked.join('; ')}`]

const hasRole = async (q: Queries): Promise<boolean> =>
  (await q.query('SELECT FROM pg_roles WHERE rolname = $1', [appRole])).rows.length > 0

const isGranted = async (q: Queries): Promise<boolean> => !(await hasRole(q)) || (await isGrantedToRole(q))

const grant = async (q: Queries, derived: readonly DerivedTables[]): Promise<void> => {
  if (!(await hasRole(q))) return
  await grantToRole(q)
  for (const statement of derived.flatMap(tables => tables.grants(appRole))) await q.query(statement)
}

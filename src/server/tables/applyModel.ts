import pg from 'pg'
import type { Model } from '../../model/model.ts'
import { isCollision, type Queries } from '../database/queries.ts'
import { appRole } from '../database/role.ts'
import type { ServerDatabase } from '../database/serverDatabase.ts'
import { type DerivedTables, prepareDerivedTables } from './derivedTables.ts'
import { layOutDerived, layOutSystem, presentLayout, refuseUnspread } from './layout.ts'
import { type Migration, pendingMigrations, runMigration } from './migration.ts'
import { readyOtherMachines } from './otherMachines.ts'
import { presentTables } from './presentTables.ts'
import type { RefusedTableChange } from './refusedTableChange.ts'
import { seedTables } from './seed.ts'
import { grantToRole, isGrantedToRole, markSearchFunctions, prepareSystemSchema } from './systemSchema.ts'
import { planTables, type TablePlan } from './tablePlan.ts'
import { wantedTables } from './wantedTables.ts'
import { withoutEmpty } from './withoutEmpty.ts'

/** The outcome of bringing the tables to the Model. */
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

/** How far the work is: the statement that comes next. */
export type TableProgress = (step: string, at: number, of: number) => void

/** How tables are brought to the Model. */
export interface ApplyOptions {
  /** Whether tables that hold rows may be spread over the machines of a distributed database, which takes its time. */
  readonly spreading?: boolean
  readonly progress?: TableProgress
  /** Whether a column that no field needs any more goes without a migration where it never held anything: while definitions are written. */
  readonly dropsEmpty?: boolean
}

/** Times that a change of the tables is tried at most. */
const ATTEMPTS = 5

/** Changes tables as one transaction: tried again where it and one of a server that still runs waited for each other. */
async function change<T>(database: ServerDatabase, run: (q: Queries) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await database.asOwner(run)
    } catch (error) {
      // A migration that fails tells its name, and what failed as its cause.
      const why = error instanceof Error ? (error.cause ?? error) : error
      if (attempt === ATTEMPTS || !isCollision(why)) throw error
    }
}

/**
 * Brings the tables to the Model in one transaction: migrations that wait, then everything that only adds, then the tables that are
 * made of others.
 */
export const applyModel = async (
  database: ServerDatabase,
  model: Model,
  migrations: readonly Migration[],
  derived: readonly DerivedTables[] = [],
  { spreading = false, progress, dropsEmpty = false }: ApplyOptions = {},
): Promise<TablePlanOutcome> => {
  const outcome = await change(database, async q => {
    await q.query(lock)
    if (database.distributed && !spreading) await refuseUnspread(q)
    const wanted = await difference(q, model, migrations, database.distributed)
    const found = dropsEmpty ? await withoutEmpty(wanted, q) : wanted
    if (found.refusals.length > 0) throw new TablesRefused(found.refusals)
    for (const [at, step] of found.steps.entries()) {
      progress?.(step, at + 1, found.steps.length)
      await q.query(step).catch(tellRows)
    }
    await seedTables(q, model)
    const possible = derived.filter(({ from }) => from.every(name => model.registers[name]))
    let made = found.steps.length > 0 || found.migrations.length > 0
    for (const tables of possible)
      if (await prepareDerivedTables(q, tables, database.distributed ? storesOf(model) : undefined)) made = true
    if (database.distributed) {
      const laidOut = [await layOutDerived(q), await layOutSystem(q)]
      made ||= laidOut.includes(true)
    }
    if (made || !(await isGranted(q, database.distributed))) await grant(q, possible, database.distributed)
    await q.query(
      'INSERT INTO system.definitions (hash) VALUES ($1) ON CONFLICT (one) DO UPDATE SET hash = $1, "appliedAt" = now()',
      [model.hash],
    )
    return found
  })
  if (database.distributed) await readyOtherMachines(database.system)
  if (outcome.steps.length > 0 || outcome.migrations.length > 0) database.tablesChanged()
  return outcome
}

/** Says of which rows a step does not hold, in place of the constraint's name, which nobody wrote. @throws always */
function tellRows(error: unknown): never {
  const { code, table, detail } = error instanceof pg.DatabaseError ? error : {}
  const columns = /^Key \((.*?)\)=/.exec(detail ?? '')?.[1]?.replace('"lojaId", ', '')
  const of = `Table "${table}", ${columns ?? 'a column'}`
  if (code === '23505')
    throw new Error(
      `${of}: the definition wants these values once, and several rows have the same. Nothing was changed: \`npm run plan\` counts them. Change the rows, or leave out what says "unique".`,
      { cause: error },
    )
  if (code === '23503')
    throw new Error(
      `${of}: rows refer to records that are not there. Nothing was changed: put them right, or let the field refer to what it did.`,
      { cause: error },
    )
  throw error
}

/** Plans applyModel: does it, and undoes it again. */
export const planModel = async (
  database: ServerDatabase,
  model: Model,
  migrations: readonly Migration[],
): Promise<TablePlanOutcome> => {
  const undo = new Error('undo')
  let outcome: TablePlanOutcome | undefined
  await change(database, async q => {
    await q.query(lock)
    outcome = await difference(q, model, migrations, database.distributed)
    throw undo
  }).catch(error => {
    if (error !== undo) throw error
  })
  if (!outcome) throw new Error('No plan was made')
  return outcome
}

const difference = async (
  q: Queries,
  model: Model,
  migrations: readonly Migration[],
  distributed: boolean,
): Promise<TablePlanOutcome> => {
  // Keys between spread tables and those that are everywhere are made one shard after the other, or not at all.
  if (distributed) await q.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
  await prepareSystemSchema(q, distributed)
  const unmarked = await markSearchFunctions(q)
  const { pending, notices } = await pendingMigrations(q, migrations)
  for (const migration of pending) await runMigration(q, migration)
  const layout = distributed ? await presentLayout(q) : undefined
  const plan = planTables(wantedTables(model, distributed), await presentTables(q), layout)
  return {
    ...plan,
    notices: [...notices, ...slowSearch(unmarked), ...plan.notices],
    migrations: pending.map(migration => migration.name),
  }
}

/** The table of the stores themselves. */
const storesOf = (model: Model): string | undefined =>
  Object.values(model.registers).find(({ scope, from }) => scope === 'self' && !from)?.table

const slowSearch = (unmarked: readonly string[]): string[] =>
  unmarked.length === 0
    ? []
    : [`Searches of large stores are slow until a superuser of the database runs: ${unmarked.join('; ')}`]

const hasRole = async (q: Queries): Promise<boolean> =>
  (await q.query('SELECT FROM pg_roles WHERE rolname = $1', [appRole])).rows.length > 0

const isGranted = async (q: Queries, distributed: boolean): Promise<boolean> =>
  !(await hasRole(q)) || (await isGrantedToRole(q, distributed))

const grant = async (q: Queries, derived: readonly DerivedTables[], distributed: boolean): Promise<void> => {
  if (!(await hasRole(q))) return
  await grantToRole(q, distributed)
  for (const statement of derived.flatMap(tables => tables.grants(appRole))) await q.query(statement)
}

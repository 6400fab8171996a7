import type { DataRow } from '../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../query/table.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import { figuresOver } from './figures/refreshFigures.ts'
import { holdersOf } from './lists/holders.ts'
import { isLocking } from './lists/rowParents.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/**
 * Holds the records that compute something of these rows, before the rows themselves are: a form saves its record first and its
 * rows after, and who took them the other way round would wait for it while it waits for them. `bodies` may name others.
 */
export async function lockParents(
  ids: readonly unknown[],
  bodies: readonly DataRow[],
  table: Table,
  work: UnitOfWork,
): Promise<void> {
  for (const { parents, by } of concernedBy(table, work)) {
    const found = await parentsOf(ids, by, table, work)
    const named = bodies.map(body => body[by]).filter(id => typeof id === 'number' || typeof id === 'string')
    const keys = [...new Set([...found, ...named].map(String))]
    if (keys.length === 0) continue
    await lockParents(keys, [], parents, work)
    const params: unknown[] = [keys]
    const text = `SELECT 1 FROM ${parents.sql} WHERE ${inStore(parents, work, params)}"id"::text = ANY($1) ORDER BY "id" FOR UPDATE`
    await work.q.query(text, params)
  }
}

/** The tables whose records compute or count something of these rows or lock them, and the fields by which rows belong to them. */
function concernedBy({ register }: Table, { model }: UnitOfWork): { readonly parents: Table; readonly by: string }[] {
  const computing = holdersOf(model, register)
    .filter(one => one.computes || isLocking(one))
    .map(one => ({ parents: tableOf(model, one.register.name), by: one.list.by }))
  const counting = figuresOver(model, register).map(({ parents, by }) => ({ parents, by: by.name }))
  const all = [...computing, ...counting]
  return all.filter((one, at) => all.findIndex(({ parents, by }) => parents === one.parents && by === one.by) === at)
}

async function parentsOf(ids: readonly unknown[], by: string, table: Table, work: UnitOfWork): Promise<unknown[]> {
  const keys = ids.filter(id => id !== undefined && id !== null && id !== '').map(String)
  if (keys.length === 0) return []
  const column = quotedIdentifier(by)
  const params: unknown[] = [keys]
  const where = `${inStore(table, work, params)}"id"::text = ANY($1) AND ${column} IS NOT NULL`
  const { rows } = await work.q.query(`SELECT DISTINCT ${column} AS parent FROM ${table.sql} WHERE ${where}`, params)
  return rows.map(row => row.parent)
}

const inStore = ({ scoped }: Table, { caller }: UnitOfWork, params: unknown[]): string =>
  scoped && caller.storeId !== null ? `"lojaId" = $${params.push(caller.storeId)} AND ` : ''

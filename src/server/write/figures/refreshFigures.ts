import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Model, Register } from '../../../model/model.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { conditionsSql } from '../../query/planSql.ts'
import type { Condition } from '../../query/queryPlan.ts'
import { heldValue, type RegisterColumn, type Table, tableOf } from '../../query/table.ts'
import { updateRows } from '../store/rowStatements.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import { type FigureColumn, figureConditions, figureSql, figuresOfTable } from './figureColumns.ts'

const over = new WeakMap<Register, readonly FigureColumn[]>()

/** Returns the columns of other registers that count or sum records of this one. Most registers have none. */
export const figuresOver = (model: Model, register: Register): readonly FigureColumn[] =>
  memoizeByKey(over, register, () =>
    Object.values(model.registers).flatMap(parent =>
      parent.from
        ? []
        : figuresOfTable(model, tableOf(model, parent.name)).filter(({ rows }) => rows.register.table === register.table),
    ),
  )

/**
 * Records were made, changed or removed: what others count or sum of them is brought up to date in the same transaction. `rows` are the records as
 * they were and as they are. The records that count are locked first, so of two who save at once the second counts what the first wrote.
 */
export async function refreshFigures(table: Table, work: UnitOfWork, rows: () => readonly DataRow[]): Promise<void> {
  const found = figuresOver(work.model, table.register)
  for (const [parents, all] of Map.groupBy(found, ({ parents }) => parents)) {
    const ids = new Set(rows().flatMap(row => all.map(({ by }) => row[by.name])))
    await bringUpToDate(
      parents,
      all,
      [...ids].filter(id => id !== null && id !== undefined),
      work,
    )
  }
}

/** Brings the counts and sums of records up to date that stand again. */
export const refreshOwnFigures = (table: Table, ids: readonly unknown[], work: UnitOfWork): Promise<void> =>
  bringUpToDate(table, figuresOfTable(work.model, table), ids, work)

async function bringUpToDate(
  parents: Table,
  columns: readonly FigureColumn[],
  ids: readonly unknown[],
  work: UnitOfWork,
): Promise<void> {
  const lojaId = work.caller.storeId
  if (ids.length === 0 || columns.length === 0 || lojaId === null) return
  const read = ['t."id"', ...columns.map(({ column }) => `t.${column.sql}`)].join(', ')
  const params: unknown[] = []
  const where = conditionsSql(parents, [inStore(parents, lojaId), among(parents.id, ids)], params)
  const { rows } = await work.q.query(`SELECT ${read} FROM ${parents.sql} t${where} ORDER BY t."id" FOR UPDATE`, params)
  const figures = await Promise.all(columns.map(figure => figuresOf(figure, ids, lojaId, work)))
  const changes = rows.flatMap(row => {
    const values = columns.flatMap(({ column }, at) => {
      const now = figures[at]?.get(String(row.id)) ?? column.field.default ?? null
      const before = heldValue(column, row[column.name])
      return String(before ?? '') === String(now ?? '') ? [] : [[column.name, now] as const]
    })
    return values.length === 0 ? [] : [{ id: row.id, values: Object.fromEntries(values) }]
  })
  for (const { id, values } of changes) {
    await updateRows(parents, lojaId, [id], values, parents.id.sql, work)
    work.changes.push({ register: parents.register, lojaId, id: String(id), before: undefined })
  }
}

/** The figure of each record that has rows at all. */
async function figuresOf(
  figure: FigureColumn,
  ids: readonly unknown[],
  lojaId: number,
  { model, q }: UnitOfWork,
): Promise<ReadonlyMap<string, unknown>> {
  const { rows, by, column } = figure
  const params: unknown[] = []
  const where = conditionsSql(rows, [inStore(rows, lojaId), among(by, ids), ...figureConditions(figure, model)], params)
  const text = `SELECT t.${by.sql} AS "of", ${figureSql(figure)} AS "figure" FROM ${rows.sql} t${where} GROUP BY 1`
  const found = await q.query(text, params)
  return new Map(found.rows.map(row => [String(row.of), heldValue(column, row.figure)]))
}

const among = (column: RegisterColumn, ids: readonly unknown[]): Condition => ({ path: { column }, test: 'in', value: ids })

function inStore({ byName, register }: Table, lojaId: number): Condition {
  const column = byName.get('lojaId')
  if (!column) throw new Error(`${register.name} belongs to no store`)
  return { path: { column }, test: 'eq', value: lojaId }
}

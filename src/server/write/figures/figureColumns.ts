import { DEFAULT_ZONE } from '../../../base/dates.ts'
import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { RecordFigure } from '../../../model/field.ts'
import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import { conditionsSql } from '../../query/planSql.ts'
import type { Condition } from '../../query/queryPlan.ts'
import { readWhere } from '../../query/readWhere.ts'
import { type RegisterColumn, type Table, tableOf } from '../../query/table.ts'

/** A column that counts or sums records of another register: both tables, and the reference by which those belong to it. */
export interface FigureColumn {
  readonly parents: Table
  readonly column: RegisterColumn
  readonly rows: Table
  readonly by: RegisterColumn
  readonly of: RecordFigure
}

const known = new WeakMap<Table, readonly FigureColumn[]>()

/** The columns of a table that count or sum others' records. */
export const figuresOfTable = (model: Model, table: Table): readonly FigureColumn[] =>
  memoizeByKey(known, table, () =>
    table.columns.flatMap((column): FigureColumn[] => {
      const of = column.field.rollup
      const rows = of && tableOf(model, of.register)
      const by = of && rows?.byName.get(of.by)
      return rows && by ? [{ parents: table, column, rows, by, of }] : []
    }),
  )

/** The records that take part. */
export const figureConditions = ({ rows, of }: FigureColumn, model: Model): readonly Condition[] =>
  of.where === undefined ? [] : readWhere(of.where, { model, table: rows, zone: DEFAULT_ZONE })

/** The figure over rows called `t`. */
export function figureSql({ rows, of }: FigureColumn): string {
  if (of.count) return 'count(*)'
  const source = rows.byName.get(of.sum ?? of.last ?? '')
  if (!source) throw new Error(`${rows.register.name} lacks what is summed`)
  return of.sum === undefined ? `max(t.${source.sql})` : `sum(t.${source.sql})`
}

/** Works out all figures anew that are not what the records say: those of rows that stood before a definition came, too. */
export async function fillFigures(q: Queries, model: Model): Promise<void> {
  for (const { name, from } of Object.values(model.registers))
    for (const figure of from ? [] : figuresOfTable(model, tableOf(model, name))) await fill(figure, model, q)
}

async function fill(figure: FigureColumn, model: Model, q: Queries): Promise<void> {
  const { parents, column, rows, by } = figure
  const params: unknown[] = [column.field.default ?? null]
  const belonging: Condition = { path: { column: by }, test: 'filled', value: null }
  const conditions = conditionsSql(rows, [belonging, ...figureConditions(figure, model)], params)
  const type = column.column.sqlType(column.field)
  const wrong = `SELECT o."id", o."lojaId", coalesce(r.figure::${type}, $1::${type}) AS figure FROM ${parents.sql} o LEFT JOIN (
      SELECT t.${by.sql} AS "of", t."lojaId", ${figureSql(figure)} AS figure FROM ${rows.sql} t${conditions} GROUP BY 1, 2
    ) r ON r."of" = o."id" AND r."lojaId" = o."lojaId" WHERE o.${column.sql} IS DISTINCT FROM coalesce(r.figure::${type}, $1::${type})`
  if ((await q.query(`${wrong} LIMIT 1`, params)).rows.length === 0) return
  // Saves hold the record that counts before they write what is counted: in that order they are waited for.
  await q.query(`LOCK TABLE ${parents.sql} IN EXCLUSIVE MODE`)
  await q.query(`LOCK TABLE ${rows.sql} IN SHARE ROW EXCLUSIVE MODE`)
  await q.query(
    `UPDATE ${parents.sql} p SET ${column.sql} = f.figure FROM (${wrong}) f WHERE f."id" = p."id" AND f."lojaId" = p."lojaId"`,
    params,
  )
}

import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { targetOf } from '../../../model/field.ts'
import type { Model, Register } from '../../../model/model.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { conditionsSql } from '../../query/planSql.ts'
import { type RegisterColumn, type Table, tableOf } from '../../query/table.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import { type NewHistoryEntry, writeHistory } from '../writeHistory.ts'
import { versionStamps } from './rowStatements.ts'

/** A column that refers to a register. */
interface Referrer {
  readonly table: Table
  readonly column: RegisterColumn
}

const known = new WeakMap<Model, Map<string, readonly Referrer[]>>()

/** Every column that refers to rows of this register's table, each once: views of one table share their columns. */
function referrersOf(model: Model, target: Register): readonly Referrer[] {
  const byTable = memoizeByKey(known, model, () => new Map<string, readonly Referrer[]>())
  return memoizeByKey(byTable, target.table, () => findReferrers(model, target.table))
}

function findReferrers(model: Model, target: string): Referrer[] {
  const found = new Map<string, Referrer>()
  for (const register of Object.values(model.registers)) {
    if (register.from || register.stored === false) continue
    const table = tableOf(model, register.name)
    for (const column of table.columns) {
      const points = targetOf(column.field)
      if (points?.onRemove === 'keep') continue
      const to = column.name === 'lojaId' ? storeOfRows(model, register) : model.registers[points?.to ?? '']
      if (to?.table === target) found.set(`${register.table} ${column.name}`, { table, column })
    }
  }
  return [...found.values()]
}

/** A store's rows refer to it; what only the server writes (history) does not hold it back. */
const storeOfRows = ({ registers }: Model, { scope, parent, access }: Register): Register | undefined =>
  scope === 'store' && !parent && (access.create ?? access.change) !== undefined
    ? Object.values(registers).find(one => one.scope === 'self' && !one.from)
    : undefined

/**
 * Before rows go: a row elsewhere that refers to them refuses it, naming the register, unless its field is to be emptied.
 * Rows of the record's own lists (`own`) go with it.
 */
export async function releaseReferences(
  table: Table,
  lojaId: number | null,
  ids: readonly unknown[],
  own: ReadonlySet<string>,
  work: UnitOfWork,
): Promise<void> {
  for (const { table: from, column } of referrersOf(work.model, table.register)) {
    if (own.has(`${from.register.table} ${column.name}`)) continue
    if (targetOf(column.field)?.onRemove === 'empty') await emptyReferences(from, column, lojaId, ids, work)
    else await refuseReferences(from, column, lojaId, ids, work)
  }
}

async function refuseReferences(
  from: Table,
  column: RegisterColumn,
  lojaId: number | null,
  ids: readonly unknown[],
  { q, model }: UnitOfWork,
): Promise<void> {
  const params: unknown[] = []
  const text = `SELECT count(*) AS used FROM ${from.sql} t${whereRefers(from, column, lojaId, ids, params)}`
  const { rows } = await q.query(text, params)
  const count = Number(rows[0]?.used ?? 0)
  if (count === 0) return
  const shown = from.register.parent ? model.registers[from.register.parent.register] : from.register
  throw new ApiError(422, 'referenced', { count, register: shown?.title ?? from.register.title })
}

async function emptyReferences(
  from: Table,
  column: RegisterColumn,
  lojaId: number | null,
  ids: readonly unknown[],
  work: UnitOfWork,
): Promise<void> {
  const params: unknown[] = []
  const where = whereRefers(from, column, lojaId, ids, params)
  const label = from.byName.get(from.register.label)
  const read = ['t."id"', `t.${column.sql} AS was`, ...(label ? [`t.${label.sql} AS label`] : [])].join(', ')
  const { rows } = await work.q.query(`SELECT ${read} FROM ${from.sql} t${where} FOR UPDATE`, params)
  if (rows.length === 0) return
  const left = column.field.references ? othersOf(column, ids, params) : 'NULL'
  const set = `SET ${[`${column.sql} = ${left}`, ...versionStamps(from)].join(', ')}`
  const version = from.byName.has('version') ? ', t."version"' : ''
  const { rows: emptied } = await work.q.query(`UPDATE ${from.sql} t ${set}${where} RETURNING t."id"${version}`, params)
  for (const row of rows) work.changes.push({ register: from.register, lojaId, id: String(row.id) })
  // Rows of lists have no history of their own.
  if (!from.register.parent) writeHistory(emptiedLines(rows, emptied, from, column, { lojaId, ids }), work)
}

/** The keys of an array without those that go: nothing where none is left. */
const othersOf = ({ sql }: RegisterColumn, ids: readonly unknown[], params: unknown[]): string =>
  `(SELECT array_agg(k ORDER BY k) FROM unnest(t.${sql}) k WHERE NOT k = ANY($${params.push(ids)}::bigint[]))`

/** Returns the former values of emptied references, so that they can be given back. */
function emptiedLines(
  rows: readonly DataRow[],
  emptied: readonly DataRow[],
  table: Table,
  column: RegisterColumn,
  { lojaId, ids }: { readonly lojaId: number | null; readonly ids: readonly unknown[] },
): NewHistoryEntry[] {
  const gone = new Set(ids.map(String))
  const versions = new Map(emptied.map(row => [String(row.id), Number(row.version)]))
  return rows.map(row => {
    const version = versions.get(String(row.id)) ?? 0
    const was = column.column.fromRow(row.was, column.field)
    const left = Array.isArray(was) ? was.filter(key => !gone.has(String(key))) : []
    const before = { [column.name]: was, version: version - 1 }
    const after = { [column.name]: left.length === 0 ? null : left, version }
    const record = { [table.register.label]: row.label }
    return { table, lojaId, id: row.id, deed: 'alterar', before, after, record }
  })
}

function whereRefers(
  from: Table,
  column: RegisterColumn,
  lojaId: number | null,
  ids: readonly unknown[],
  params: unknown[],
): string {
  const store = from.byName.get('lojaId')
  const inStore = store && lojaId !== null ? [{ path: { column: store }, test: 'eq' as const, value: lojaId }] : []
  const refers = column.field.references
    ? { path: { column }, test: 'overlaps' as const, value: `{${ids.join(',')}}` }
    : { path: { column }, test: 'in' as const, value: ids }
  return conditionsSql(from, [...inStore, refers], params)
}

import type { Field, Register } from '../../model/model.ts'
import type { Caller } from '../access/caller.ts'
import { gateRefusal } from '../access/gateRefusal.ts'
import { callerFor } from '../access/resolveCaller.ts'
import { ApiError } from '../error.ts'
import { planList } from '../query/planList.ts'
import { conditionsSql } from '../query/planSql.ts'
import type { Condition } from '../query/queryPlan.ts'
import { readForCall } from '../query/readForCall.ts'
import { readScope, restrictToStore } from '../query/restrictPlan.ts'
import { demandSight } from '../query/sight/unseen.ts'
import { type RegisterColumn, unknownField } from '../query/table.ts'
import { visibilityOf } from '../query/visibility.ts'
import { queryContextFor, type RegisterRequest } from './registerRequest.ts'

/** GET {register}/uniqCodigo?value&field&id: how many other records have the value. 0 means that it is free. */
export async function countCodeUses(ask: RegisterRequest): Promise<{ count: number }> {
  const { value, field, id } = ask.query
  const caller = await seeing(ask)
  if (value === undefined || value === '') return { count: 0 }
  const columns = columnsOf(ask, typeof field === 'string' && field !== '' ? field : codeOf(ask.table.register))
  demandSight(
    ask.table,
    columns.map(({ name }) => name),
    caller.rights,
  )
  return { count: await countUsed(columns, value, id, ask, caller) }
}

/** GET {register}/proximoCodigo: the lowest number from 1 that no record has as its code. */
export async function nextCode(ask: RegisterRequest): Promise<{ codigo: string }> {
  const caller = await seeing(ask)
  const name = codeOf(ask.table.register)
  const columns = columnsOf(ask, name)
  const code = columns.find(column => column.name === name)
  if (!code || !isNumber(code)) throw new ApiError(404, 'route-unknown')
  let from = 0
  for (;;) {
    const free = await nextFree(code, from, ask, caller)
    if ((await countUsed(columns, String(free), undefined, ask, caller)) === 0) return { codigo: String(free) }
    from = free
  }
}

async function seeing(ask: RegisterRequest): Promise<Caller> {
  const caller = await callerFor(ask, ask.query.lojaId)
  if (visibilityOf(ask.model, ask.table.register, caller.rights) !== 'full')
    throw gateRefusal(ask.model, ask.table.register.access.see, caller.rights)
  return caller
}

/** The field that holds a record's code: the one named so, else the first that must be unique by itself, else the label. */
function codeOf(register: Register): string {
  return (
    register.code ??
    register.unique.find(({ fields, where }) => fields.length === 1 && where === undefined)?.fields[0] ??
    register.label
  )
}

/** Fields that share one space of codes: those whose uniqueness is told by the same message. */
function columnsOf({ table }: RegisterRequest, name: string): RegisterColumn[] {
  const { unique } = table.register
  const message = unique.find(({ fields }) => fields.length === 1 && fields[0] === name)?.message
  const names =
    message === undefined
      ? [name]
      : unique.flatMap(({ fields, message: text }) => (fields.length === 1 && text === message ? fields : []))
  return names.map(one => {
    const column = table.byName.get(one)
    if (!column || column.field.secret) throw unknownField(one)
    return column
  })
}

const isNumber = ({ column, field }: { column: RegisterColumn['column']; field: Field }): boolean =>
  ['bigint', 'integer'].includes(column.sqlType(field))

async function countUsed(
  columns: readonly RegisterColumn[],
  value: unknown,
  id: unknown,
  ask: RegisterRequest,
  caller: Caller,
): Promise<number> {
  // A value that a field cannot hold is not used in it.
  const same = columns.flatMap((column): Condition[] => {
    const accepted = column.kind.accept(value, column.field)
    return accepted.ok ? [{ path: { column }, test: 'eq', value: column.column.toRow(accepted.value, column.field) }] : []
  })
  const key = ask.table.id.kind.accept(id, ask.table.id.field)
  const other: Condition[] =
    id === undefined || id === '' || !key.ok ? [] : [{ path: { column: ask.table.id }, test: 'neq', value: key.value }]
  const plan = restrictToStore({ ...planList({}, queryContextFor(ask, caller)), where: [{ any: same }, ...other] }, caller)
  const params: unknown[] = []
  const text = `SELECT count(*) AS used FROM ${ask.table.sql} t${conditionsSql(ask.table, codeSpace(plan.where, ask), params)}`
  const { rows } = await readForCall(ask, readScope(caller, ask), q => q.query(text, params))
  return Number(rows[0]?.used ?? 0)
}

/** A view's records share their codes with all records of the table. */
const codeSpace = (where: readonly Condition[], { table }: RegisterRequest): Condition[] => {
  const fixed = new Set(Object.keys(table.register.from?.where ?? {}))
  return where.filter(condition => !('path' in condition && fixed.has(condition.path.column.name)))
}

async function nextFree(code: RegisterColumn, from: number, ask: RegisterRequest, caller: Caller): Promise<number> {
  const { table } = ask
  const params: unknown[] = [from]
  const plan = restrictToStore({ ...planList({}, queryContextFor(ask, caller)), where: [] }, caller)
  const where = conditionsSql(table, codeSpace(plan.where, ask), params)
  const and = where === '' ? ' WHERE' : `${where} AND`
  const used = `SELECT t.${code.sql}::bigint AS code FROM ${table.sql} t`
  const text = `SELECT min(x.code) + 1 AS free FROM (SELECT $1::bigint AS code UNION ALL ${used}${and} t.${code.sql} > $1) x
    WHERE NOT EXISTS (SELECT 1 FROM ${table.sql} t${and} t.${code.sql} = x.code + 1)`
  const { rows } = await readForCall(ask, readScope(caller, ask), q => q.query(text, params))
  return Number(rows[0]?.free ?? from + 1)
}

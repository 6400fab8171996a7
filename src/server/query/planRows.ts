import { ApiError } from '../error.ts'
import { columnPathOf, unknownField } from './columnPath.ts'
import type { RawFilter } from './filter.ts'
import type { QueryContext, QueryPlan } from './queryPlan.ts'
import { readWhere } from './readWhere.ts'
import type { RegisterColumn, Table } from './table.ts'

export const DEFAULT_LIMIT = 999
export const MAX_LIMIT = 10_000

/** A filter read against a register, but for what it includes. */
export function planRows(raw: RawFilter, ground: QueryContext): QueryPlan {
  const { table } = ground
  const where = raw.where === undefined ? [] : readWhere(raw.where, ground)
  if (raw.q !== undefined && raw.q.trim() !== '') where.push({ search: raw.q })
  return {
    table,
    columns: readFields(raw.fields, table),
    labels: [],
    includes: [],
    where,
    order: readFilterOrder(raw.order ?? table.register.order, ground),
    limit: whole(raw.limit ?? DEFAULT_LIMIT, 'limit', MAX_LIMIT),
    skip: whole(raw.skip ?? 0, 'skip', Number.MAX_SAFE_INTEGER),
  }
}

function whole(value: unknown, word: string, max: number): number {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0)
    throw new ApiError(400, 'filter-part-invalid', { word })
  if (number > max) throw new ApiError(400, 'filter-limit-invalid', { word, max })
  return number
}

/** All columns unless told. The key always comes. */
function readFields(fields: unknown, table: Table): readonly RegisterColumn[] {
  if (fields === undefined || fields === null || fields === '') return table.columns
  const { wanted, dropped } = fieldNames(fields)
  for (const name of [...wanted, ...dropped]) if (!table.byName.has(name) && !isOther(table, name)) throw unknownField(name)
  return table.columns.filter(({ name }) => name === 'id' || (wanted.size > 0 ? wanted.has(name) : !dropped.has(name)))
}

/** Fields without a column and lists may be named, they only do not come from here. */
const isOther = (table: Table, name: string): boolean =>
  table.lists.has(name) || table.register.fields.some(field => field.name === name)

function fieldNames(fields: unknown): { wanted: Set<string>; dropped: Set<string> } {
  const wanted = new Set<string>()
  const dropped = new Set<string>()
  if (typeof fields === 'string') for (const name of fields.split(',')) wanted.add(name.trim())
  else if (Array.isArray(fields)) for (const name of fields) wanted.add(String(name))
  else if (typeof fields === 'object' && fields !== null) {
    for (const [name, on] of Object.entries(fields))
      (on === true || on === 'true' || on === 1 || on === '1' ? wanted : dropped).add(name)
  } else throw new ApiError(400, 'filter-part-invalid', { word: 'fields' })
  return { wanted, dropped }
}

/** `nome ASC`, a list of such, or several in one text; the key comes last, so pages never overlap. */
export function readFilterOrder(order: unknown, ground: Pick<QueryContext, 'model' | 'table'>): QueryPlan['order'] {
  const texts = typeof order === 'string' ? order.split(',') : Array.isArray(order) ? order : [order]
  const read = texts
    .filter(text => text !== '' && text !== null && text !== undefined)
    .map(text => {
      const match = typeof text === 'string' ? /^([^\s]+)(?:\s+(asc|desc))?$/i.exec(text.trim()) : null
      if (!match) throw new ApiError(400, 'filter-order-invalid', { order: String(text) })
      return { path: columnPathOf(match[1] ?? '', ground), descending: match[2]?.toLowerCase() === 'desc' }
    })
  const { id } = ground.table
  return read.some(({ path }) => path.column === id && !path.through)
    ? read
    : [...read, { path: { column: id }, descending: read[0]?.descending ?? false }]
}

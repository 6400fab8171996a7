import { isRecord } from '../../base/record.ts'
import type { Operator } from '../../kinds/kind.ts'
import { ApiError } from '../error.ts'
import { dayBounds, filterValue, invalidFilterValue } from './filterValue.ts'
import type { ComparisonOperator, Condition, QueryContext } from './queryPlan.ts'
import { type ColumnPath, columnPathOf } from './table.ts'

const MAX_DEPTH = 12
/** More than any screen or program asks: each is work for every row. The values of an `inq` are one. */
const MAX_CONDITIONS = 200
const NOTHING: Condition = { any: [] }

/** Reads a LoopBack 3 `where` as conditions that must all hold. Unknown fields and operators are refused by name. */
export function readWhere(where: unknown, context: QueryContext): Condition[] {
  if (conditionCount(where) > MAX_CONDITIONS) throw new ApiError(400, 'filter-too-many', { max: MAX_CONDITIONS })
  return readConditions(where, context, 0)
}

/** Comparisons of a filter, those of one field counted singly; what lies deeper than any filter may is refused where it is read. */
function conditionCount(where: unknown, depth = 0): number {
  if (!isRecord(where) || depth > MAX_DEPTH) return 0
  let count = 0
  for (const [name, value] of Object.entries(where)) {
    if ((name === 'and' || name === 'or') && Array.isArray(value))
      for (const one of value) count += Math.max(1, conditionCount(one, depth + 1))
    else count += isRecord(value) ? Object.keys(value).length : 1
  }
  return count
}

function readConditions(where: unknown, context: QueryContext, depth: number): Condition[] {
  if (typeof where !== 'object' || where === null || Array.isArray(where))
    throw new ApiError(400, 'filter-part-invalid', { word: 'where' })
  if (depth > MAX_DEPTH) throw new ApiError(400, 'filter-too-deep', { word: 'where' })
  return Object.entries(where).map(([name, value]) => {
    if (name === 'and' || name === 'or') return readBranch(name, value, context, depth)
    if (name.endsWith('_like')) return readLike(name, value, context)
    return readTests(columnPathOf(name, context), value, context.zone)
  })
}

function readBranch(name: 'and' | 'or', value: unknown, context: QueryContext, depth: number): Condition {
  if (!Array.isArray(value)) throw new ApiError(400, 'filter-part-invalid', { word: name })
  const branches = value.map(branch => all(readConditions(branch, context, depth + 1)))
  return name === 'and' ? all(branches) : { any: branches }
}

const all = (conditions: Condition[]): Condition =>
  conditions.length === 1 && conditions[0] ? conditions[0] : { all: conditions }

/** `nome_like`: the text anywhere, whatever its case and accents. `name_like` means the label where no field has that name. */
function readLike(name: string, value: unknown, context: QueryContext): Condition {
  const { byName, register } = context.table
  const field = name.slice(0, -'_like'.length)
  const at = columnPathOf(field === 'name' && !byName.has(field) ? register.label : field, context)
  if (typeof value !== 'string' && typeof value !== 'number') throw invalidFilterValue(name, 'text-invalid')
  return String(value) === '' ? { all: [] } : { path: at, test: 'contains', value: `%${escapeLike(String(value))}%` }
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Either a value or an object of operators, all of which must hold. */
function readTests(at: ColumnPath, value: unknown, zone: string): Condition {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return readTest(at, 'eq', value, zone)
  const entries = Object.entries(value)
  if (entries.length === 0) throw invalidFilterValue(at.column.name, 'text-invalid')
  return all(entries.map(([operator, operand]) => readTest(at, operator, operand, zone)))
}

/** Names that other LoopBack connectors use for the same comparison. */
const spellings: Readonly<Record<string, Operator>> = { in: 'inq', ne: 'neq', '=': 'eq' }

function readTest(at: ColumnPath, word: string, operand: unknown, zone: string): Condition {
  const operator = spellings[word] ?? (word as Operator)
  const { column } = at
  const allowed =
    (operator === 'eq' || operator === 'neq' || column.column.operators.includes(operator)) && Object.hasOwn(readers, operator)
  if (!allowed) throw new ApiError(400, 'filter-operator-unknown', { field: column.name, operator: word })
  return readers[operator](at, operand, zone)
}

type Reader = (at: ColumnPath, operand: unknown, zone: string) => Condition

const compare =
  (test: ComparisonOperator, side: 0 | 1): Reader =>
  (at, operand, zone) => {
    if (operand === null) throw invalidFilterValue(at.column.name, 'required')
    const range = dayBounds(operand, at.column, zone)
    return { path: at, test, value: range ? range[side] : filterValue(operand, at.column) }
  }

const equal =
  (holds: boolean): Reader =>
  (at, operand, zone) => {
    if (operand === null) return { path: at, test: holds ? 'empty' : 'filled', value: null }
    const range = dayBounds(operand, at.column, zone)
    if (range) return { path: at, test: holds ? 'between' : 'outside', value: range }
    return { path: at, test: holds ? 'eq' : 'neq', value: filterValue(operand, at.column) }
  }

const among =
  (holds: boolean): Reader =>
  (at, operand) => {
    const list = Array.isArray(operand) ? operand : [operand]
    if (at.column.column.several) return amongSeveral(holds, at, list)
    const values = list.filter(value => value !== null).map(value => filterValue(value, at.column))
    const empty = values.length < list.length
    if (values.length === 0 && !empty) return holds ? NOTHING : { all: [] }
    // A row without a value is "not one of these", unless emptiness was one of these.
    const test = holds ? (empty ? 'in-or-empty' : 'in') : empty ? 'nin-nor-empty' : 'nin'
    return { path: at, test, value: values }
  }

/** Of a field with several values: rows that have any of these among theirs; with `null` those that have none at all, too. */
function amongSeveral(holds: boolean, path: ColumnPath, list: readonly unknown[]): Condition {
  const asked = list.filter(value => value !== null)
  const none: Condition[] = asked.length < list.length ? [{ path, test: holds ? 'empty' : 'filled', value: null }] : []
  if (asked.length === 0) return none[0] ?? (holds ? NOTHING : { all: [] })
  const value = filterValue(asked, path.column)
  if (holds) return { any: [{ path, test: 'overlaps', value }, ...none] }
  return { all: [{ path, test: 'apart', value }, ...none] }
}

const pattern =
  (test: ComparisonOperator): Reader =>
  (at, operand) => {
    if (typeof operand !== 'string' && typeof operand !== 'number') throw invalidFilterValue(at.column.name, 'text-invalid')
    const text = String(operand)
    // PostgreSQL refuses a pattern that ends inside an escape.
    if (/(^|[^\\])(\\\\)*\\$/.test(text)) throw invalidFilterValue(at.column.name, 'pattern')
    return { path: at, test, value: text.includes('%') ? text : `%${text}%` }
  }

const between: Reader = (at, operand, zone) => {
  if (!Array.isArray(operand) || operand.length !== 2) throw invalidFilterValue(at.column.name, 'filter-between')
  const [low, high] = operand.map((value, index) => dayBounds(value, at.column, zone)?.[index] ?? filterValue(value, at.column))
  return { path: at, test: 'between', value: [low, high] }
}

/** Of a field with several values: those that it must have among them. */
const contains: Reader = (at, operand) => ({
  path: at,
  test: 'holds',
  value: filterValue(Array.isArray(operand) ? operand : [operand], at.column),
})

/** Every operator, one reader. `like` without `%` looks anywhere in the text. */
const readers: Readonly<Record<Operator, Reader>> = {
  eq: equal(true),
  neq: equal(false),
  gt: compare('gt', 1),
  gte: compare('gte', 0),
  lt: compare('lt', 0),
  lte: compare('lte', 1),
  between,
  inq: among(true),
  nin: among(false),
  like: pattern('like'),
  nlike: pattern('nlike'),
  ilike: pattern('ilike'),
  contains,
}

import { isRecord } from '../../base/record.ts'
import { ApiError } from '../error.ts'
import type { RawFilter } from './filter.ts'
import { LIST_FIELDS, listFields } from './listFields.ts'
import type { Include, QueryContext, QueryPlan, ReferenceLabel } from './queryPlan.ts'
import { readWhere } from './readWhere.ts'
import { demandShortSearch } from './search/searchLimits.ts'
import { columnPathOf, type RegisterColumn, referenceLabelColumns, type Table, tableOf, unknownField } from './table.ts'

const DEFAULT_LIMIT = 999
export const MAX_LIMIT = 10_000
const MAX_DEPTH = 3
/** Rows that all includes of one relation may bring. */
export const MAX_INCLUDED = 100_000

/** Asks for key, label and code of whatever is referred to: what a list or form shows of a reference. */
export const REFERENCE_LABELS = 'brief'

/** A filter read against a register: the plan of a list that nobody has narrowed yet. */
export const planList = (raw: RawFilter, context: QueryContext): QueryPlan => ({
  ...planRows(raw, context),
  ...readIncludes(raw.include, context),
})

/** The rows themselves: fields, conditions, order and page, without what they include. */
function planRows(raw: RawFilter, context: QueryContext): QueryPlan {
  const { table } = context
  const where = raw.where === undefined ? [] : readWhere(raw.where, context)
  const searched = raw.q !== undefined && raw.q.trim() !== ''
  if (searched) {
    demandShortSearch(raw.q)
    where.push({ search: raw.q })
  }
  return {
    table,
    columns: readFields(raw.fields, table),
    labels: [],
    includes: [],
    where,
    // Without an order the record that fits best comes first.
    ...(searched && (raw.order === undefined || raw.order === '') ? { fit: { search: raw.q } } : {}),
    order: readFilterOrder(raw.order ?? table.register.order, context),
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

/** All columns unless told; the word `list` asks for those of a list, unless a field has that name. The key always comes. */
function readFields(fields: unknown, table: Table): readonly RegisterColumn[] {
  if (fields === undefined || fields === null || fields === '') return table.columns
  if (fields === LIST_FIELDS && !table.byName.has(LIST_FIELDS)) return listFields(table)
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
function readFilterOrder(order: unknown, context: Pick<QueryContext, 'model' | 'table'>): QueryPlan['order'] {
  const texts = typeof order === 'string' ? order.split(',') : Array.isArray(order) ? order : [order]
  const read = texts
    .filter(text => text !== '' && text !== null && text !== undefined)
    .map(text => {
      const match = typeof text === 'string' ? /^([^\s]+)(?:\s+(asc|desc))?$/i.exec(text.trim()) : null
      if (!match) throw new ApiError(400, 'filter-order-invalid', { order: String(text) })
      const path = columnPathOf(match[1] ?? '', context)
      // Several records have no order among others.
      if (path.column.column.several) throw new ApiError(400, 'filter-order-invalid', { order: String(text) })
      return { path, descending: match[2]?.toLowerCase() === 'desc' }
    })
  const { id } = context.table
  return read.some(({ path }) => path.column === id && !path.through)
    ? read
    : [...read, { path: { column: id }, descending: read[0]?.descending ?? false }]
}

type Asked = { readonly relation: string; readonly scope: Readonly<Record<string, unknown>> }

/** Reads `include`: a name, a list of names, or objects {relation, scope: {fields, where, order, include}}. */
function readIncludes(include: unknown, context: QueryContext, depth = 0): Pick<QueryPlan, 'labels' | 'includes'> {
  const asked = askedFor(include, context.table)
  if (asked.length > 0 && depth >= MAX_DEPTH) throw new ApiError(400, 'filter-too-deep', { word: 'include' })
  const briefs = new Map<string, ReferenceLabel>()
  const includes = new Map<string, Include>()
  for (const one of asked) {
    const read = readInclude(one, context, depth)
    if ('columns' in read) briefs.set(read.name, read)
    else includes.set(read.name, read)
  }
  for (const name of includes.keys()) briefs.delete(name)
  return { labels: [...briefs.values()], includes: [...includes.values()] }
}

function askedFor(include: unknown, table: Table): Asked[] {
  if (include === undefined || include === null || include === '') return []
  if (include === REFERENCE_LABELS)
    return [...table.references.keys(), ...table.manyReferences.keys()].map(relation => ({
      relation,
      scope: { fields: REFERENCE_LABELS },
    }))
  if (typeof include === 'string') return include.split(',').map(name => ({ relation: name.trim(), scope: {} }))
  if (Array.isArray(include)) return include.flatMap(one => askedFor(one, table))
  if (!isRecord(include)) throw new ApiError(400, 'filter-part-invalid', { word: 'include' })
  const { relation, scope, ...rest } = include
  if (typeof relation === 'string') {
    const [other] = Object.keys(rest)
    if (other !== undefined) throw new ApiError(400, 'filter-word-unknown', { word: `include.${other}` })
    if (scope !== undefined && !isRecord(scope)) throw new ApiError(400, 'filter-part-invalid', { word: 'include.scope' })
    return [{ relation, scope: scope ?? {} }]
  }
  // {grupo: 'pai'}: the relation, and what to include below it.
  return Object.entries(include).map(([name, below]) => ({
    relation: name,
    scope: below === true || below === 'true' ? {} : { include: below },
  }))
}

/** Reads what names the records of several keys: one question for all rows, however many keys they hold. */
export const briefPlan = (table: Table): QueryPlan => ({
  table,
  columns: referenceLabelColumns(table),
  labels: [],
  includes: [],
  where: [],
  order: [{ path: { column: table.id }, descending: false }],
  limit: MAX_INCLUDED + 1,
  skip: 0,
})

const scopeWords = new Set(['fields', 'where', 'order', 'include'])

function readInclude({ relation, scope }: Asked, context: QueryContext, depth: number): ReferenceLabel | Include {
  for (const word of Object.keys(scope))
    if (!scopeWords.has(word)) throw new ApiError(400, 'filter-word-unknown', { word: `include.scope.${word}` })
  const { table, model } = context
  const reference = table.references.get(relation)
  const list = table.lists.get(relation)
  const many = table.manyReferences.get(relation)
  const name = reference?.field.reference?.to ?? many?.field.references?.to ?? list?.register
  if (name === undefined || !model.registers[name]) throw new ApiError(400, 'filter-relation-unknown', { relation })
  const target = tableOf(model, name)
  if (reference && scope.fields === REFERENCE_LABELS)
    return { name: relation, reference, target, columns: referenceLabelColumns(target) }
  const below = { ...context, table: target }
  if (many && scope.fields === REFERENCE_LABELS) return { name: relation, plan: briefPlan(target), by: { many, brief: true } }
  const { include, ...own } = scope
  const order = list?.order !== undefined && own.order === undefined ? { order: `${list.order} ASC` } : {}
  const plan = { ...planRows({ ...own, ...order }, below), ...readIncludes(include, below, depth + 1), limit: MAX_INCLUDED + 1 }
  if (reference) return { name: relation, plan, by: { reference } }
  if (many) return { name: relation, plan, by: { many } }
  const column = list && target.byName.get(list.by)
  if (!list || !column) throw unknownField(relation)
  return { name: relation, plan, by: { list, column } }
}

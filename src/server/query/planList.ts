import { ApiError } from '../error.ts'
import { unknownField } from './columnPath.ts'
import type { RawFilter } from './filter.ts'
import { planRows } from './planRows.ts'
import type { Include, QueryContext, QueryPlan, ReferenceLabel } from './queryPlan.ts'
import { referenceLabelColumns, type Table, tableOf } from './table.ts'

const MAX_DEPTH = 3
/** Rows that all includes of one relation may bring. */
export const MAX_INCLUDED = 100_000

/** Asks for key, label and code of whatever is referred to: what a list or form shows of a reference. */
export const REFERENCE_LABELS = 'brief'

/** A filter read against a register: the plan of a list that nobody has narrowed yet. */
export const planList = (raw: RawFilter, ground: QueryContext): QueryPlan => ({
  ...planRows(raw, ground),
  ...readIncludes(raw.include, ground),
})

type Asked = { readonly relation: string; readonly scope: Readonly<Record<string, unknown>> }

/** Reads `include`: a name, a list of names, or objects {relation, scope: {fields, where, order, include}}. */
export function readIncludes(include: unknown, ground: QueryContext, depth = 0): Pick<QueryPlan, 'labels' | 'includes'> {
  const asked = askedFor(include, ground.table)
  if (asked.length > 0 && depth >= MAX_DEPTH) throw new ApiError(400, 'filter-too-deep', { word: 'include' })
  const briefs = new Map<string, ReferenceLabel>()
  const includes = new Map<string, Include>()
  for (const one of asked) {
    const read = readInclude(one, ground, depth)
    if ('columns' in read) briefs.set(read.name, read)
    else includes.set(read.name, read)
  }
  for (const name of includes.keys()) briefs.delete(name)
  return { labels: [...briefs.values()], includes: [...includes.values()] }
}

function askedFor(include: unknown, table: Table): Asked[] {
  if (include === undefined || include === null || include === '') return []
  if (include === REFERENCE_LABELS)
    return [...table.references.keys()].map(relation => ({ relation, scope: { fields: REFERENCE_LABELS } }))
  if (typeof include === 'string') return include.split(',').map(name => ({ relation: name.trim(), scope: {} }))
  if (Array.isArray(include)) return include.flatMap(one => askedFor(one, table))
  if (typeof include !== 'object') throw new ApiError(400, 'filter-part-invalid', { word: 'include' })
  const { relation, scope, ...rest } = include as Record<string, unknown>
  if (typeof relation === 'string') {
    const [other] = Object.keys(rest)
    if (other !== undefined) throw new ApiError(400, 'filter-word-unknown', { word: `include.${other}` })
    if (scope !== undefined && (typeof scope !== 'object' || scope === null || Array.isArray(scope)))
      throw new ApiError(400, 'filter-part-invalid', { word: 'include.scope' })
    return [{ relation, scope: (scope ?? {}) as Record<string, unknown> }]
  }
  // {grupo: 'pai'}: the relation, and what to include below it.
  return Object.entries(include).map(([name, below]) => ({
    relation: name,
    scope: below === true || below === 'true' ? {} : { include: below },
  }))
}

const scopeWords = new Set(['fields', 'where', 'order', 'include'])

function readInclude({ relation, scope }: Asked, ground: QueryContext, depth: number): ReferenceLabel | Include {
  for (const word of Object.keys(scope))
    if (!scopeWords.has(word)) throw new ApiError(400, 'filter-word-unknown', { word: `include.scope.${word}` })
  const { table, model } = ground
  const reference = table.references.get(relation)
  const list = table.lists.get(relation)
  const name = reference?.field.reference?.to ?? list?.register
  if (name === undefined || !model.registers[name]) throw new ApiError(400, 'filter-relation-unknown', { relation })
  const target = tableOf(model, name)
  if (reference && scope.fields === REFERENCE_LABELS)
    return { name: relation, reference, target, columns: referenceLabelColumns(target) }
  const below = { ...ground, table: target }
  const { include, ...own } = scope
  const order = list?.order !== undefined && own.order === undefined ? { order: `${list.order} ASC` } : {}
  const plan = { ...planRows({ ...own, ...order }, below), ...readIncludes(include, below, depth + 1), limit: MAX_INCLUDED + 1 }
  if (reference) return { name: relation, plan, by: { reference } }
  const column = list && target.byName.get(list.by)
  if (!list || !column) throw unknownField(relation)
  return { name: relation, plan, by: { list, column } }
}

import { isRecord } from '../../base/record.ts'
import { ApiError } from '../error.ts'
import { checkContents } from './checkContents.ts'
import type { Table } from './table.ts'

/** The wishes of a request, in LoopBack 3's words, before any register is known. */
export interface RawFilter {
  readonly where?: Readonly<Record<string, unknown>>
  readonly q?: string
  readonly limit?: unknown
  readonly skip?: unknown
  readonly order?: unknown
  readonly fields?: unknown
  readonly include?: unknown
  readonly lojaId?: unknown
}

const words = new Set(['where', 'q', 'limit', 'skip', 'offset', 'order', 'fields', 'include'])

/**
 * Reads a list's query: `filter` as JSON or in brackets (`filter[where][nome]=x`), `where` alone (counts), `q`, `lojaId` and
 * `<field>_like`. What it does not know is refused by name; parameters that begin with `_` are for caches and are skipped.
 */
export function readFilter(query: Readonly<Record<string, unknown>>): RawFilter {
  const members = unfold(query)
  const filter = { ...parseObject(members.filter, 'filter') }
  const where = { ...parseObject(filter.where, 'where'), ...parseObject(members.where, 'where') }
  delete members.filter
  delete members.where
  delete filter.where
  const lojaId = members.lojaId
  delete members.lojaId
  const rest: Record<string, unknown> = {}
  for (const [name, value] of [...Object.entries(filter), ...Object.entries(members)]) {
    if (name.startsWith('_')) continue
    if (name.endsWith('_like')) where[name] = value
    else if (words.has(name)) rest[name === 'offset' ? 'skip' : name] = value
    else throw new ApiError(400, 'filter-word-unknown', { word: name })
  }
  const q = rest.q
  if (q !== undefined && typeof q !== 'string' && typeof q !== 'number')
    throw new ApiError(400, 'filter-part-invalid', { word: 'q' })
  return {
    ...rest,
    ...(q === undefined ? {} : { q: String(q) }),
    ...(lojaId === undefined ? {} : { lojaId }),
    ...(Object.keys(where).length > 0 ? { where } : {}),
  }
}

/** A filter, and the stores that are named in it or beside it. */
export interface StoreFilter {
  readonly filter: RawFilter
  /** They are the store of the call, for which access has a condition, and must not contradict each other. */
  readonly stores: readonly unknown[]
}

/** Tells the store that a filter names from what it seeks. Where rows of several stores are seen at once it only seeks. */
export function readStoreFilter(filter: RawFilter, table: Table): StoreFilter {
  const { where } = filter
  const unchanged = { filter, stores: [filter.lojaId] }
  if (!where || !('lojaId' in where) || holdsSeveralStores(table)) return unchanged
  const { lojaId, ...rest } = where
  const conditions = typeof lojaId === 'object' && lojaId !== null ? Object.entries(lojaId) : [['eq', lojaId] as const]
  const [operator, values] = conditions[0] ?? []
  const [store, ...others] = Array.isArray(values) ? values : [values]
  const one = conditions.length === 1 && others.length === 0 && (operator === 'inq' || operator === 'in' || operator === 'eq')
  return one ? { filter: { ...filter, where: rest }, stores: [filter.lojaId, store] } : unchanged
}

const holdsSeveralStores = ({ register, scoped, byName }: Table): boolean =>
  register.scope === 'self' || register.across === true || (!scoped && byName.has('lojaId'))

/** An object given as such or as JSON text. */
export function parseObject(value: unknown, word: string): Record<string, unknown> {
  const read = typeof value === 'string' && value !== '' ? parse(value, word) : value
  if (read === undefined || read === null || read === '') return {}
  if (!isRecord(read)) throw new ApiError(400, 'filter-part-invalid', { word })
  return read
}

function parse(text: string, word: string): unknown {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new ApiError(400, word === 'filter' ? 'filter-invalid' : 'filter-part-invalid', { word })
  }
  checkContents(read)
  return read
}

/** `a[b][c]=1` becomes {a: {b: {c: 1}}}; `a[]` and `a[0]` are arrays. */
function unfold(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query)) {
    const open = key.indexOf('[')
    if (open < 0) out[key] = value
    else if (!/^[^[\]]+(\[[^[\]]*\])+$/.test(key)) throw new ApiError(400, 'filter-word-unknown', { word: key })
    else place(out, [key.slice(0, open), ...key.slice(open + 1, -1).split('][')], value)
  }
  return arrays(out) as Record<string, unknown>
}

function place(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = into
  for (const [index, step] of path.entries()) {
    const name = step === '' ? String(Object.keys(at).length) : step
    if (name === '__proto__' || name === 'constructor') throw new ApiError(400, 'filter-word-unknown', { word: name })
    if (index === path.length - 1) {
      if (step === '' && Array.isArray(value)) for (const item of value) at[String(Object.keys(at).length)] = item
      else at[name] = value
      return
    }
    const next = at[name]
    if (typeof next === 'object' && next !== null) at = next as Record<string, unknown>
    else {
      const below: Record<string, unknown> = {}
      at[name] = below
      at = below
    }
  }
}

/** Objects whose names are 0, 1, 2 … are the arrays of bracketed notation. */
function arrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, member]) => [name, arrays(member)] as const)
  if (entries.length > 0 && entries.every(([name], index) => name === String(index))) return entries.map(([, member]) => member)
  return Object.fromEntries(entries)
}

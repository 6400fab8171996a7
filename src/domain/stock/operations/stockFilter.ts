import { parseDateTime } from '../../../base/dates.ts'
import { isRecord, membersOf } from '../../../base/record.ts'
import { ApiError } from '../../../server/domain.ts'

/** The part of the stock that is asked for. */
export interface StockFilter {
  readonly lojaId?: unknown
  /** ISO 8601; now when left out. */
  readonly moment: string | null
  readonly states: readonly string[] | null
  readonly groups: readonly number[] | null
  readonly ids: readonly number[] | null
  readonly order: string
  readonly limit: number | null
  readonly skip: number
  /** Costs are not for who asks: neither told nor ordered by. */
  readonly costHidden: boolean
}

const stockStates = ['EM_FALTA', 'MINIMO', 'ACIMA', 'VENCIDO', 'COM_VALIDADE'] as const

/** Columns that a list can be ordered by. */
const sortable = ['cod_prod', 'desc_prod', 'preco_cst_prod', 'saldo', 'custo_total', 'validade', 'dias', 'id'] as const

const invalid = (word: string): ApiError => new ApiError(400, 'filter-part-invalid', { word })

/** Reads the `filter` of a call: JSON with createdBefore, state, groups, id (also in `where`), order, limit and skip. */
export function readStockFilter(text: string | undefined, zone: string, costHidden: boolean): StockFilter {
  const { where, ...outer } = parsed(text)
  if (where !== undefined && !isRecord(where)) throw invalid('where')
  const members: Record<string, unknown> = { ...outer, ...where }
  for (const word of Object.keys(members)) if (!known.has(word)) throw new ApiError(400, 'filter-word-unknown', { word })
  return {
    lojaId: members.lojaId,
    moment: momentOf(members.createdBefore, zone),
    states: statesOf(members.state),
    groups: keysOf(members.groups ?? members.grupoId, 'groups'),
    ids: keysOf(members.id, 'id'),
    order: orderOf(members.order, costHidden),
    limit: wholeOf(members.limit, 'limit'),
    skip: wholeOf(members.skip, 'skip') ?? 0,
    costHidden,
  }
}

const known = new Set(['lojaId', 'createdBefore', 'state', 'groups', 'grupoId', 'id', 'order', 'limit', 'skip'])

function parsed(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined || text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return membersOf(value)
  } catch {
    // Told below.
  }
  throw new ApiError(400, 'filter-invalid')
}

function momentOf(value: unknown, zone: string): string | null {
  if (value === undefined || value === null || value === '') return null
  const moment = typeof value === 'string' ? parseDateTime(value, zone) : undefined
  if (moment === undefined) throw invalid('createdBefore')
  return moment
}

/** One value, a list, or the list of an `inq`. */
const listOf = (value: unknown): readonly unknown[] | null => {
  if (value === undefined || value === null || value === '') return null
  const list = isRecord(value) ? value.inq : value
  return Array.isArray(list) ? list : [list]
}

function statesOf(value: unknown): readonly string[] | null {
  const list = listOf(value)
  return list?.map(each => stockStates.find(state => state === each) ?? fail('state')) ?? null
}

function keysOf(value: unknown, word: string): readonly number[] | null {
  const list = listOf(value)
  return list?.map(each => (/^\d{1,15}$/.test(String(each)) ? Number(each) : fail(word))) ?? null
}

function wholeOf(value: unknown, word: string): number | null {
  if (value === undefined || value === null) return null
  return /^\d{1,9}$/.test(String(value)) ? Number(value) : fail(word)
}

const costs: ReadonlySet<string> = new Set(['preco_cst_prod', 'custo_total'])

function orderOf(value: unknown, costHidden: boolean): string {
  if (value === undefined || value === null) return 'desc_prod ASC, id'
  const [, column, down] = /^(\w+)(?:\s+(ASC|DESC))?$/i.exec(String(value)) ?? []
  const name = sortable.find(each => each === column) ?? fail('order')
  if (costHidden && costs.has(name)) throw new ApiError(400, 'field-hidden', { field: name })
  return `${name} ${/desc/i.test(down ?? '') ? 'DESC' : 'ASC'} NULLS LAST, id`
}

function fail(word: string): never {
  throw invalid(word)
}

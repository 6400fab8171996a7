import { dayOf } from '../../../base/dates.ts'
import { readableAddressText } from '../../../kinds/addressText.ts'
import type { FilterValue } from '../../../kinds/controlProps.ts'
import type { Value, ValueOptions } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { FilterFieldView, Register } from '../../../model/model.ts'

/** The state of a list: all of it is in the address, so that a link, a reload and the back button bring it back. */
export interface ListState {
  readonly q: string
  /** By field name; an absent one is not filtered. */
  readonly filters: Readonly<Record<string, FilterValue>>
  /** From 1. */
  readonly page: number
  readonly perPage: number
  /** LoopBack style: `nome ASC`. */
  readonly order: readonly string[]
  /** Columns by field, when the address says them. */
  readonly columns: readonly string[] | undefined
  /** The field by which rows stand in groups. */
  readonly group?: string | undefined
  /** The look in place of the list, with its own words: `board`, `calendar.week.2026-11-27`. */
  readonly look?: string | undefined
}

type Operator = FilterFieldView['operator']

/** Rows that a page may be asked to have by its address; a definition may offer more. */
const most = 10_000

/** Reads the address; what is missing or makes no sense is what the definition says. An address without a word has the look that was `kept`. */
export function readListState(params: URLSearchParams, register: Register, kept?: string): ListState {
  const { list, looks } = register.views
  const look = params.size > 0 ? params.get('look') : kept
  const order = params
    .getAll('order')
    .flatMap(text => text.split(','))
    .map(text => text.trim())
    .filter(text => isKnown(text, register))
  return {
    q: params.get('q') ?? '',
    filters: readFilters(params, register),
    page: positive(params.get('page')) ?? 1,
    perPage: Math.min(positive(params.get('perPage')) ?? list.pageSize, Math.max(most, list.pageSize, ...list.pageSizes)),
    order: order.length > 0 ? order : list.order,
    columns: params.get('columns')?.split(',').filter(Boolean),
    group: register.fields.find(({ name }) => name === params.get('group'))?.name,
    look: look && Object.hasOwn(looks ?? {}, look.split('.')[0] ?? '') ? look : undefined,
  }
}

/** Tells whether there is (still) a field of that name to order by, or a record by one of its own: `moeda_app.nome ASC`. */
function isKnown(order: string, { fields }: Register): boolean {
  const [name = ''] = order.split(/[ .]/)
  return fields.some(field => field.name === name || field.reference?.as === name)
}

/** Writes the address: only what differs from the definition, so that links stay short. */
export function writeListState(state: ListState, register: Register): URLSearchParams {
  const { list } = register.views
  const params = new URLSearchParams()
  if (state.q !== '') params.set('q', state.q)
  const names = new Set([...register.views.filter.fields.map(view => view.field), ...Object.keys(state.filters)])
  for (const name of names) {
    const text = filterParameter(state.filters[name] ?? {})
    const usual = filterParameter(defaultFilter(register, name) ?? {})
    if (text !== usual) params.set(name, text)
  }
  if (state.page > 1) params.set('page', String(state.page))
  if (state.perPage !== list.pageSize) params.set('perPage', String(state.perPage))
  if (state.order.join() !== list.order.join()) params.set('order', state.order.join(','))
  if (state.columns) params.set('columns', state.columns.join(','))
  if (state.group) params.set('group', state.group)
  if (state.look) params.set('look', state.look)
  return params
}

function readFilters(params: URLSearchParams, register: Register): Record<string, FilterValue> {
  const filters: Record<string, FilterValue> = {}
  for (const field of register.fields) {
    const text = params.get(field.name)
    const value = text === null ? defaultFilter(register, field.name) : readFilter(text, field, operatorOf(register, field.name))
    if (value && !isBlankFilter(value)) filters[field.name] = value
  }
  // Fields of what records refer to, as links say them.
  for (const [name, text] of params)
    if (name.includes('.') && isKnown(name, register)) filters[name] = readFilter(text, far, 'eq')
  return filters
}

/** The server knows their kinds: here each may be a span, several, or none. */
const far: ValueOptions = {
  kind: 'dateTime',
  required: false,
  reference: { to: '', as: '', textKey: true, from: 0, onRemove: 'keep' },
}

function defaultFilter(register: Register, name: string): FilterValue | undefined {
  const view = register.views.filter.fields.find(each => each.field === name)
  if (view?.default === undefined) return undefined
  if (view.operator !== 'between' || typeof view.default !== 'string') return { eq: view.default }
  return rangeNamed(view.default)
}

/** A range of days as definitions write it: `..yesterday`, `today..today+7`. */
export function rangeNamed(range: string): FilterValue {
  const [from, to] = range.split('..').map(dayNamed)
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

const DAY = 86_400_000

/** `today`, `yesterday` and `today+7` as dates. */
function dayNamed(word: string): string {
  const [, days] = /^today([+-]\d+)?$/.exec(word === 'yesterday' ? 'today-1' : word) ?? [undefined, null]
  return days === null ? word : dayOf(new Date(Date.now() + Number(days ?? 0) * DAY).toISOString())
}

/** How a field is compared; one that is in no filter panel (a link from elsewhere) by equality. */
export const operatorOf = (register: Register, name: string): Operator =>
  register.views.filter.fields.find(view => view.field === name)?.operator ?? 'eq'

function readFilter(text: string, field: ValueOptions, operator: Operator): FilterValue {
  if (text === '') return {}
  // Where a kind knows no such value, it says that there is none; last of several, one of those or none.
  if (/(^|,)null$/.test(text) && (field.reference || field.references || readValue('null', field) === null))
    return { ...readFilter(text.slice(0, -5), field, 'inq'), none: true }
  // Links say several of what the panel chooses one, and spans of what it does not offer.
  if (operator === 'inq' || field.references || (text.includes(',') && (field.choices ?? field.reference)))
    return {
      in: text
        .split(',')
        .flatMap(one => readValue(one, field) ?? [])
        .filter(isKey),
    }
  const [from, to, ...more] = text.split('..')
  if ((operator !== 'between' && !kindByName(field.kind).time) || to === undefined || more.length > 0)
    return { eq: readValue(text, field) }
  return { ...(from ? { from: readValue(from, field) } : {}), ...(to ? { to: readValue(to, field) } : {}) }
}

const isKey = (value: Value): value is string | number => typeof value === 'string' || typeof value === 'number'

/** The address holds text; the field's kind tells what it means. What it cannot mean narrows nothing. */
const readValue = (text: string, field: ValueOptions): Value => readableAddressText(text, field) ?? null

export function filterParameter(value: FilterValue): string {
  if (isBlankFilter(value)) return ''
  if (value.none) return [...(value.in ?? []), 'null'].join(',')
  if (value.in) return value.in.join(',')
  if (value.from !== undefined || value.to !== undefined) return `${plain(value.from)}..${plain(value.to)}`
  return plain(value.eq)
}

const plain = (value: Value | undefined): string => (value === undefined || value === null ? '' : String(value))

/** Tells whether a filter leaves everything. */
export const isBlankFilter = ({ eq, from, to, in: among, none }: FilterValue): boolean =>
  !none && plain(eq) === '' && plain(from) === '' && plain(to) === '' && (among === undefined || among.length === 0)

function positive(text: string | null): number | undefined {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number > 0 ? number : undefined
}

/** Tells whether the user narrowed the list: an empty result then has another reason. */
export const isNarrowed = (state: ListState): boolean => state.q.trim() !== '' || Object.keys(state.filters).length > 0

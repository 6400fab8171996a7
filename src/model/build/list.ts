import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { RegisterUiDefinition } from '../../generated/definitions.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Action, ColumnView, Field, FilterFieldView, FilterView, ListView } from '../model.ts'
import { isSystemField } from '../register.ts'
import { buildCall } from './actions.ts'
import { rowsBehindField } from './beyondList.ts'
import type { RegisterWithoutViews } from './register.ts'

type ListDefinition = NonNullable<RegisterUiDefinition['list']>
type FilterDefinition = Exclude<NonNullable<NonNullable<RegisterUiDefinition['filter']>['fields']>[number], string>
type ColumnDefinition = Exclude<NonNullable<ListDefinition['columns']>[number], string>

/** Most columns that a derived list shows at first; the others wait in the column chooser. */
const shownColumns = 7

/** How registers look from one another: `grupo.nome` needs the register that `grupo` points to. */
export type FindRegister = (name: string) => RegisterWithoutViews | undefined

/** The list: what the UI schema says, completed. */
export function buildList(
  register: RegisterWithoutViews,
  list: ListDefinition,
  actions: readonly Action[],
  find: FindRegister,
): ListView {
  const written = list.columns?.map(column => (typeof column === 'string' ? { field: column } : column))
  const columns = (written ?? derivedColumns(register)).map(column => buildColumn(register, column, list.edit, actions, find))
  return withoutUndefined({
    columns: [...columns, ...remaining(register, columns)],
    create: list.create,
    pageSize: list.pageSize ?? 10,
    pageSizes: list.pageSizes ?? [10, 25, 50, 100],
    order: list.order ?? register.order,
    where: list.where,
    banner: list.banner && { ...list.banner, tone: list.banner.tone ?? 'info' },
    note: buildNote(list),
    about: list.about,
    empty: list.empty,
    rowTone: list.rowTone ?? [],
    expand: list.expand,
    card: list.card ?? derivedCard(columns),
    select: list.select ?? (register.access.change !== undefined || register.access.remove !== undefined),
    totals: list.totalsBy === undefined ? (list.totals ?? []) : [],
    totalsNarrowed: list.totalsNarrowed,
  })
}

function buildNote({ note, totals = [], totalsBy, totalsOnly }: ListDefinition): ListView['note'] {
  if (note) return { ...note, load: buildCall(note.load) }
  return totalsBy === undefined ? undefined : withoutUndefined({ by: totalsBy, sums: totals, only: totalsOnly })
}

/** Tells whether a field makes a readable column: not server plumbing, no secret, not a page of text, not the same in every row. */
const readable = (register: RegisterWithoutViews, field: Field): boolean =>
  !isSystemField(field.name) && !field.secret && field.refine?.look !== 'lines' && !isConstantField(register, field)

/** Tells whether all rows hold the same value, because the register is made of the rows that do. */
export const isConstantField = (register: RegisterWithoutViews, field: Field): boolean =>
  Object.hasOwn(register.from?.where ?? {}, field.name)

function derivedColumns(register: RegisterWithoutViews): ColumnDefinition[] {
  const first = [register.code, register.label].filter(name => name !== undefined)
  const names = [...first, ...register.fields.filter(field => readable(register, field) && field.stored).map(field => field.name)]
  const ordered = [...new Set(names)].filter(name => name !== 'id' || register.textKey || register.label === 'id')
  return ordered.slice(0, shownColumns).map(name => ({ field: name }))
}

/** Fields that the list does not name: offered by the column chooser. */
function remaining(register: RegisterWithoutViews, columns: readonly ColumnView[]): ColumnView[] {
  const named = new Set(
    columns.flatMap(column => [column.field, column.field.split('.')[0], ...(column.chips ?? []).map(chip => chip.field)]),
  )
  const isReference = (field: Field): boolean => field.reference !== undefined && named.has(field.reference.as)
  return register.fields
    .filter(
      field =>
        !named.has(field.name) &&
        !isReference(field) &&
        rowsBehindField(register, field) === undefined &&
        (readable(register, field) || field.name === 'createdAt' || field.name === 'updatedAt'),
    )
    .map(field => ({ field: field.name, title: field.title, edit: false, sort: field.stored && !field.references, hidden: true }))
}

function buildColumn(
  register: RegisterWithoutViews,
  column: ColumnDefinition,
  edit: ListDefinition['edit'],
  actions: readonly Action[],
  find: FindRegister,
): ColumnView {
  const field = fieldOfColumn(register, column.field, find)
  const action = column.field.startsWith('!') ? actions.find(each => each.id === column.field.slice(1)) : undefined
  const inCell = column.edit ?? (edit === true || (Array.isArray(edit) && edit.includes(column.field)))
  const own = register.fields.some(each => each.name === column.field)
  const toggle = column.switch === true ? {} : column.switch === false ? undefined : column.switch
  return withoutUndefined({
    field: column.field,
    title:
      column.title ??
      field?.title ??
      action?.title ??
      register.lists.find(list => list.name === column.field)?.title ??
      column.field,
    width: column.width,
    edit: inCell && own && !(field?.readOnly ?? true) && register.access.change !== undefined,
    switch: toggle && { ...toggle, failure: toggle.failure ?? register.texts.saveFailed ?? 'save-failed' },
    also: column.also && withoutUndefined({ ...column.also, title: column.also.title ?? titleIn(register, column.also.field) }),
    text: column.text,
    tones: column.tones,
    chips: column.chips?.map(chip => ({ field: chip.field, title: chip.title ?? titleIn(register, chip.field) })),
    sort: column.sort ?? (field?.stored === true && !field.references && !column.chips),
    hidden: column.hidden ?? column.ifRoom ?? false,
    ifRoom: column.ifRoom || undefined,
    colour: column.colour,
  })
}

const titleIn = (register: RegisterWithoutViews, name: string): string =>
  register.fields.find(field => field.name === name)?.title ?? name

/** The field that a column shows: the register's own, or one of a referenced record. */
function fieldOfColumn(register: RegisterWithoutViews, name: string, find: FindRegister): Field | undefined {
  const [first, rest] = name.split('.')
  if (rest === undefined) return register.fields.find(field => field.name === name)
  const reference = register.fields.find(field => field.reference?.as === first)?.reference
  const target = reference && find(reference.to)
  const found = target?.fields.find(field => field.name === rest)
  return found && rest === target?.label
    ? { ...found, title: register.fields.find(field => field.reference === reference)?.title ?? found.title }
    : found
}

const derivedCard = (columns: readonly ColumnView[]): string[] =>
  columns
    .filter(column => !column.hidden && !column.field.startsWith('!'))
    .slice(0, 3)
    .map(column => column.field)

/** The filter panel: what the UI schema says, completed. */
export function buildFilter(register: RegisterWithoutViews, filter: NonNullable<RegisterUiDefinition['filter']>): FilterView {
  const written = filter.fields?.map(each => (typeof each === 'string' ? { field: each } : each))
  const fields: readonly FilterDefinition[] =
    written ??
    register.fields
      .filter(filtered)
      .slice(0, 8)
      .map(field => ({ field: field.name }))
  return {
    search: filter.search ?? register.fields.some(field => field.search),
    fields: fields.map((each): FilterFieldView => {
      const field = register.fields.find(one => one.name === each.field)
      return withoutUndefined({
        ...each,
        title: each.title ?? field?.title ?? each.field,
        operator: each.operator ?? operatorOf(field),
      })
    }),
  }
}

/** Fields that a derived filter offers: those with few values, and dates. */
const filtered = (field: Field): boolean =>
  !isSystemField(field.name) && field.stored && !field.secret && kindByName(field.kind).filter(field).offered

const operatorOf = (field: Field | undefined): FilterFieldView['operator'] =>
  field ? kindByName(field.kind).filter(field).operator : 'eq'

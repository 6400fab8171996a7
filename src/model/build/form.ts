import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { Item, RegisterUiDefinition } from '../../generated/definitions.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field, FormItem, FormView, PartView, RowDialogView } from '../model.ts'
import { isSystemField } from '../register.ts'
import { type FindRegister, isConstantField } from './list.ts'
import type { RegisterWithoutViews } from './register.ts'

type FormDefinition = NonNullable<RegisterUiDefinition['form']>
type FieldItem = Extract<FormItem, { field: string }>

/** Columns of a form's grid. */
const width = 12

/** The form: what the UI schema says, completed; `flagGroups`: names of permission flags by their group. */
export function buildForm(
  register: RegisterWithoutViews,
  form: FormDefinition,
  find: FindRegister,
  flagGroups: FlagGroups = new Map(),
): FormView {
  const parts = form.parts?.map((part): PartView => {
    const { items, ...words } = part
    return { ...words, rows: rowsOf(register, items, find) }
  })
  const plain = form.items && [{ id: 'dados', title: register.title, rows: rowsOf(register, form.items, find) }]
  const written =
    parts ?? plain ?? derivedParts(register, find, form.flags ? new Set([...flagGroups.values()].flat()) : undefined)
  const all = form.flags ? [...written, ...flagParts(register, form.flags, flagGroups)] : written
  return withoutUndefined({
    layout: form.layout ?? (all.length > 1 ? ('sections' as const) : ('plain' as const)),
    parts: all,
    variants: (form.variants ?? []).map(variant => ({ ...variant, values: variant.values ?? {} })),
    after: form.after ?? (register.single ? ('stay' as const) : ('list' as const)),
    preview: form.preview,
    show: form.show ?? true,
    calculate: form.calculate,
    index: form.index,
    requires: form.requires,
    inPlace: form.inPlace && rowsOf(register, form.inPlace, find),
  })
}

type FlagGroups = ReadonlyMap<string, readonly string[]>

/** How many flags stand on a line. */
const flagsOnLine = 3

/** One part for each group of the flags that the register takes. */
function flagParts(
  register: RegisterWithoutViews,
  { visibleWhen }: NonNullable<FormDefinition['flags']>,
  groups: FlagGroups,
): PartView[] {
  const fields = new Set(register.fields.map(({ name }) => name))
  return [...groups].flatMap(([title, flags]): PartView[] => {
    const names = flags.filter(name => fields.has(name))
    if (names.length === 0) return []
    const lines = Array.from({ length: Math.ceil(names.length / flagsOnLine) }, (_, i) =>
      names.slice(i * flagsOnLine, (i + 1) * flagsOnLine),
    )
    const rows = lines.map(line => line.map(field => fieldItem(register, { field, span: width / flagsOnLine })))
    return [withoutUndefined({ id: idOfTitle(title), title, visibleWhen, rows })]
  })
}

/** A title as a name in addresses: without accents, its words joined. */
const idOfTitle = (title: string): string =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')

/** One part of fields, then one for each child list; `apart` stand in parts of their own. */
function derivedParts(register: RegisterWithoutViews, find: FindRegister, apart?: ReadonlySet<string>): PartView[] {
  const names = register.fields.filter(field => formField(register, field) && !apart?.has(field.name)).map(field => field.name)
  const lists = register.lists.map(
    (list): PartView => ({ id: list.name, title: list.title, rows: rowsOf(register, [list.name], find) }),
  )
  return [{ id: 'dados', title: 'Dados', rows: rowsOf(register, names, find) }, ...lists]
}

const formField = (register: RegisterWithoutViews, field: Field): boolean =>
  field.name === 'id'
    ? register.textKey
    : !isSystemField(field.name) && field.name !== register.parent?.by && !isConstantField(register, field)

/** Lines of the form. A written line stays a line; fields standing alone flow into lines by their natural widths. */
function rowsOf(register: RegisterWithoutViews, items: readonly Item[], find: FindRegister): FormItem[][] {
  const rows: FormItem[][] = []
  let line: FieldItem[] = []
  const flush = (): void => {
    if (line.length > 0) rows.push(stretch(register, line))
    line = []
  }
  for (const item of items) {
    const placed = Array.isArray(item) ? lineOf(register, item) : placeItem(register, item, find)
    if (!Array.isArray(placed) && 'field' in placed) {
      if (line.reduce((sum, each) => sum + each.span, placed.span) > width) flush()
      line.push(placed)
    } else {
      flush()
      rows.push(Array.isArray(placed) ? placed : [placed])
    }
  }
  flush()
  return rows
}

function placeItem(register: RegisterWithoutViews, item: Exclude<Item, unknown[]>, find: FindRegister): FormItem {
  if (typeof item === 'string') {
    if (item.startsWith('!')) return { action: item.slice(1) }
    const list = register.lists.find(each => each.name === item)
    return list
      ? { list: item, columns: childColumns(list.register, list.by, list.order, find) }
      : fieldItem(register, { field: item })
  }
  if ('field' in item) return fieldItem(register, item)
  if ('list' in item) {
    const list = register.lists.find(each => each.name === item.list)
    const { add } = item
    return withoutUndefined({
      list: item.list,
      columns: item.columns ?? (list ? childColumns(list.register, list.by, list.order, find) : []),
      empty: item.empty,
      repeats: item.repeats,
      widths: item.widths,
      readOnly: item.readOnly,
      week: item.week,
      dialog: item.dialog && buildRowDialog(item.dialog),
      add: add && {
        fields: add.fields,
        ...(add.begins ? { begins: add.begins } : {}),
        checks: add.checks ?? [],
        scan: add.scan ?? [],
      },
    })
  }
  if ('record' in item) return withoutUndefined({ ...item, lines: item.lines ?? {}, checks: item.checks ?? [] })
  if ('report' in item) return withoutUndefined({ ...item, values: item.values ?? {} })
  return 'note' in item ? withoutUndefined(item) : item
}

type RowDialogDefinition = NonNullable<Extract<Item, { list: string }>['dialog']>

const buildRowDialog = ({ parts, ...words }: RowDialogDefinition): RowDialogView => ({
  ...words,
  parts: parts.map(({ items, ...part }) => ({ ...part, rows: items.map(item => (typeof item === 'string' ? [item] : item)) })),
})

const fieldItem = (register: RegisterWithoutViews, item: { field: string; span?: number; variant?: string }): FieldItem =>
  withoutUndefined({
    field: item.field,
    span: item.span ?? spanOf(register.fields.find(field => field.name === item.field)),
    variant: item.variant,
  })

/** A line written as such: spans that are not given share what the given ones leave. */
function lineOf(
  register: RegisterWithoutViews,
  items: readonly (string | { field: string; span?: number; variant?: string })[],
): FormItem[] {
  const all = items.map(item => (typeof item === 'string' ? { field: item } : item))
  const given = all.reduce((sum, item) => sum + (item.span ?? 0), 0)
  const open = all.filter(item => item.span === undefined).length
  const share = open === 0 ? 0 : Math.max(1, Math.floor((width - given) / open))
  let rest = width - given - share * open
  return all.map(item => {
    const extra = item.span === undefined && rest > 0 ? 1 : 0
    rest -= extra
    return fieldItem(register, { ...item, span: item.span ?? share + extra })
  })
}

/** A flowed line whose last text field takes the room that is left, so that lines end flush; short values keep their size. */
function stretch(register: RegisterWithoutViews, line: readonly FieldItem[]): FormItem[] {
  const left = width - line.reduce((sum, item) => sum + item.span, 0)
  const widest = line.reduce((best, item) => (item.span >= best.span ? item : best))
  const field = register.fields.find(each => each.name === widest.field)
  const grows = field !== undefined && kindByName(field.kind).room(field).grows
  return line.map(item => (item === widest && grows && left > 0 && left <= 4 ? { ...item, span: item.span + left } : item))
}

/** Natural width of a field by what it holds. */
const spanOf = (field: Field | undefined): number => (field ? kindByName(field.kind).room(field).span : width)

/** Columns of a child list's grid: its fields without the plumbing. */
function childColumns(name: string, by: string, order: string | undefined, find: FindRegister): string[] {
  const fields = find(name)?.fields ?? []
  return fields.filter(field => !isSystemField(field.name) && field.name !== by && field.name !== order).map(field => field.name)
}

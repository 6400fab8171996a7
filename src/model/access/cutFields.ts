import type { MassField } from '../action.ts'
import { readsOf } from '../expression.ts'
import type { Field, FormItem, Import, Model, PartView, Register, RegisterViews, Rights } from '../model.ts'
import { cutLooks } from '../views/looks.ts'
import { hiddenFields, isPathHidden } from './sight.ts'

/**
 * A register without the values that somebody with these rights may not read: its hidden fields stay known to expressions, and stand
 * nowhere. Rules over them are the server's to ask.
 */
export function cutFields(register: Register, model: Model, rights: Rights): Register {
  const hidden = hiddenFields(register, rights)
  const { rules, views } = register
  const fields =
    hidden.size === 0 ? register.fields : register.fields.map(field => (hidden.has(field.name) ? closed(field) : field))
  const reads = (expression: string): boolean =>
    readsOf(model, register.name, expression).some(path => isPathHidden(model, register, path.slice(0, 2).join('.'), rights))
  return {
    ...register,
    fields,
    rules: hidden.size === 0 ? rules : rules.filter(({ rule }) => !reads(rule)),
    views: cutViews(views, register, model, rights),
  }
}

/** The part that expressions know of it, and no more: nobody asks for it, fills it in or sends it. */
const closed = ({ name, title, kind, refine, stored, secret, see }: Field): Field => ({
  name,
  title,
  kind,
  ...(refine ? { refine } : {}),
  ...(see === undefined ? {} : { see }),
  stored,
  secret,
  required: false,
  readOnly: true,
  clone: false,
  search: false,
})

function cutViews(views: RegisterViews, register: Register, model: Model, rights: Rights): RegisterViews {
  const open = (path: string): boolean => !isPathHidden(model, register, path, rights)
  const cutAlso = (field: MassField): MassField => ({ ...field, also: field.also.filter(open) })
  const openOrder = (order: string): boolean => open(order.split(' ')[0] ?? '')
  const cutRows = (rows: PartView['rows']): PartView['rows'] =>
    rows.map(row => cutItems(row, register, model, rights)).filter(row => row.length > 0)
  const { list, filter, form, actions, looks, ...still } = views
  const seen = looks && cutLooks(looks, open)
  return {
    ...still,
    ...(seen ? { looks: seen } : {}),
    actions: actions.map(action => {
      const { does } = action
      // A change of many asks for the fields that it may set.
      return 'dialog' in does && 'fields' in does
        ? { ...action, does: { ...does, fields: does.fields.filter(({ field }) => open(field)).map(cutAlso) } }
        : action
    }),
    list: {
      ...list,
      columns: list.columns
        .filter(({ field }) => open(field))
        .map(({ also, chips, ...column }) => ({
          ...column,
          ...(also && open(also.field) ? { also } : {}),
          ...(chips ? { chips: chips.filter(({ field }) => open(field)) } : {}),
        })),
      order: list.order.filter(openOrder),
      card: list.card.filter(open),
      totals: list.totals.filter(open),
      ...(list.expand ? { expand: list.expand.filter(open) } : {}),
    },
    filter: { ...filter, fields: filter.fields.filter(({ field }) => open(field)) },
    form: {
      ...form,
      parts: form.parts.map(part => ({ ...part, rows: cutRows(part.rows) })).filter(({ rows }) => rows.length > 0),
      ...(form.inPlace ? { inPlace: cutRows(form.inPlace) } : {}),
    },
  }
}

function cutItems(row: readonly FormItem[], register: Register, model: Model, rights: Rights): FormItem[] {
  const below = (name: string): Register | undefined =>
    model.registers[register.lists.find(list => list.name === name)?.register ?? '']
  return row.flatMap((item): FormItem[] => {
    if ('field' in item) return isPathHidden(model, register, item.field, rights) ? [] : [item]
    if (!('list' in item)) return [item]
    const child = below(item.list)
    const open = (path: string): boolean => !isPathHidden(model, child, path, rights)
    const { add, columns, week, ...rest } = item
    return [
      {
        ...rest,
        columns: columns.filter(open),
        ...(add ? { add: { ...add, fields: add.fields.filter(open) } } : {}),
        ...(week && [...week.days, week.from, week.to].every(open) ? { week } : {}),
      },
    ]
  })
}

/** An import without the columns that would write what somebody may not read. */
export function cutImport(load: Import, model: Model, rights: Rights): Import {
  const register = model.registers[load.register]
  const child = model.registers[register?.lists.find(({ name }) => name === load.list?.name)?.register ?? '']
  const columns = load.columns.filter(({ name, as, of }) => {
    if (of !== undefined) return of !== load.list?.name || !isPathHidden(model, child, as, rights)
    return !isPathHidden(model, register, name, rights)
  })
  return columns.length === load.columns.length ? load : { ...load, columns }
}

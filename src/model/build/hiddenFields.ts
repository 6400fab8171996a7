import { targetOf } from '../field.ts'
import type { FormItem, PartView, RegisterViews } from '../model.ts'
import { cutLooks } from '../views/looks.ts'
import type { RegisterWithoutViews } from './register.ts'

/** The views without the fields that stand on no screen (`hidden`). */
export function withoutHiddenFields(views: RegisterViews, { fields }: RegisterWithoutViews): RegisterViews {
  const hidden = new Set(fields.flatMap(field => (field.hidden ? [field.name, ...[targetOf(field)?.as ?? []].flat()] : [])))
  if (hidden.size === 0) return views
  const isShown = (name: string): boolean => !hidden.has(name.split('.')[0] ?? '')
  const isItemShown = (item: FormItem): boolean => !('field' in item) || isShown(item.field)
  const shownRows = (rows: PartView['rows']): PartView['rows'] =>
    rows.map(row => row.filter(isItemShown)).filter(row => row.length > 0)
  const { list, filter, form, looks, ...still } = views
  const shown = looks && cutLooks(looks, isShown)
  return {
    ...still,
    ...(shown ? { looks: shown } : {}),
    list: {
      ...list,
      columns: list.columns.filter(({ field }) => isShown(field)),
      card: list.card.filter(isShown),
      totals: list.totals.filter(isShown),
      ...(list.expand ? { expand: list.expand.filter(isShown) } : {}),
    },
    filter: { ...filter, fields: filter.fields.filter(({ field }) => isShown(field)) },
    form: {
      ...form,
      parts: form.parts.map(part => ({ ...part, rows: shownRows(part.rows) })),
      ...(form.inPlace ? { inPlace: shownRows(form.inPlace) } : {}),
    },
  }
}

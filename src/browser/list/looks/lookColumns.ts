import type { Model, Register } from '../../../model/model.ts'
import { type ListColumn, listColumn } from '../cells/listColumns.ts'

/** Columns by their names, as the list shows them; such as it does not have are made of their fields. */
export const lookColumns = (
  model: Pick<Model, 'registers'>,
  register: Register,
  columns: readonly ListColumn[],
  names: readonly string[],
): readonly ListColumn[] =>
  names.flatMap(name => {
    const found = columns.find(({ id }) => id === name)
    const made = found ?? listColumn(model, register, { field: name, title: '', edit: false, sort: false, hidden: false })
    return found || made.field ? [{ ...made, title: made.title || (made.field?.title ?? '') }] : []
  })

import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { hasLayerPrefix } from '../../model/register.ts'
import type { RegisterColumn, Table } from './table.ts'

/** Asks for what a list of records can show or work out: see `listFields`. */
export const LIST_FIELDS = 'list'

const known = new WeakMap<Table, readonly RegisterColumn[]>()

/**
 * The columns that a list of records needs: all but the own fields of layers that nothing of the register names outside of its form and of columns
 * that are hidden until somebody chooses them. A layer may add many, which most lists never show.
 */
export const listFields = (table: Table): readonly RegisterColumn[] => memoizeByKey(known, table, () => neededColumns(table))

function neededColumns({ columns, register }: Table): readonly RegisterColumn[] {
  if (!columns.some(({ name }) => hasLayerPrefix(name))) return columns
  const { fields, views, ...rest } = register
  const { form: _form, list, ...others } = views
  const shown = list.columns.filter(({ hidden, ifRoom }) => !hidden || ifRoom)
  // A field's own name is all that is left out of what is searched for names: what a rule or another field reads of it is found.
  const text = JSON.stringify([rest, others, { ...list, columns: shown }, fields.map(({ name: _name, ...field }) => field)])
  const named = new Set(text.match(/x_\w+/g))
  return columns.filter(({ name }) => !hasLayerPrefix(name) || named.has(name))
}

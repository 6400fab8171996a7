import type { Field, Import, ImportColumn } from '../model.ts'

/** Nothing read, or blank. */
export const isBlankValue = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Tells whether every row must bring it: neither a default nor a computation can stand in. */
export const isRequiredColumn = (column: ImportColumn): boolean =>
  column.required && column.compute === undefined && isBlankValue(column.default)

export const importColumnNamed = (load: Import, name: string): ImportColumn | undefined =>
  load.columns.find(column => column.name === name)

/** Tells whether lines may mean records that are there by a value which otherwise counts as taken: people are asked. */
export const mayUpdateRecords = ({ columns, keys }: Import): boolean =>
  columns.some(({ name, taken }) => taken !== undefined && keys.some(key => key.includes(name)))

const fields = new WeakMap<Import, readonly Field[]>()

/** The columns as fields, for expressions over a row; the same list each time, since scopes are kept by it. */
export function importFields(load: Import): readonly Field[] {
  let known = fields.get(load)
  if (known === undefined) {
    known = load.columns.map(({ name, title, kind, required, ...rest }) => {
      const { decimals, choices, reference, refine } = rest
      return {
        name,
        title,
        kind,
        required,
        ...(decimals === undefined ? {} : { decimals }),
        ...(choices === undefined ? {} : { choices }),
        ...(reference === undefined ? {} : { reference }),
        ...(refine === undefined ? {} : { refine }),
        stored: true,
        readOnly: false,
        secret: false,
        clone: true,
        search: false,
      }
    })
    fields.set(load, known)
  }
  return known
}

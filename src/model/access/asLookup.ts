import type { Register } from '../model.ts'

/** A register as it is chosen from: its key, code and label, these fields, and nothing to do with it. */
export function asLookup(register: Register, fields: ReadonlySet<string>): Register {
  const wanted = new Set(['id', register.label, register.code, ...fields])
  const { views } = register
  return {
    ...register,
    fields: register.fields.filter(field => wanted.has(field.name)),
    lists: [],
    rules: [],
    unique: [],
    access: {},
    effects: [],
    views: {
      path: views.path,
      list: { ...views.list, columns: [], rowTone: [], card: [], totals: [], expand: [] },
      filter: { search: false, fields: [] },
      form: { layout: 'plain', parts: [], variants: [], after: 'list', show: false },
      actions: [],
    },
  }
}

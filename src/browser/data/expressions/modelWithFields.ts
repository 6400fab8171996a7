import type { Field, Model, Register, Rule } from '../../../model/model.ts'

interface AskedFields {
  /** The name that the register has in that Model. */
  readonly name: string
  readonly title: string
  readonly fields: readonly Field[]
  readonly rules: readonly Rule[]
}

/**
 * Fields that are asked once, a screen's form or an action's dialog, as a register that lives nowhere, in a Model of its own: so they
 * are checked and their expressions evaluated by what does so for every register.
 */
export function modelWithFields(model: Model, { name, title, fields, rules }: AskedFields): Model {
  const register: Register = {
    name,
    area: '',
    title,
    singular: title,
    gender: 'm',
    scope: 'global',
    table: '',
    textKey: false,
    label: fields[0]?.name ?? 'id',
    fields,
    lists: [],
    unique: [],
    rules,
    order: [],
    access: {},
    effects: [],
    texts: {},
    views: {
      path: '',
      list: { columns: [], pageSize: 1, pageSizes: [], order: [], rowTone: [], card: [], select: false, totals: [] },
      filter: { search: false, fields: [] },
      form: { layout: 'plain', parts: [], variants: [], after: 'stay', show: false },
      actions: [],
    },
  }
  return { ...model, registers: { ...model.registers, [name]: register } }
}

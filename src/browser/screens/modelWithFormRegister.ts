import type { Model, Register, Screen } from '../../model/model.ts'
import type { ScreenBody } from './screenBody.ts'

/**
 * A screen's form as a register that lives nowhere, in a Model of its own: so its fields are checked and its expressions
 * evaluated by what does so for every register.
 */
export function modelWithFormRegister(model: Model, screen: Screen, form: ScreenBody<'form'>): Model {
  const register: Register = {
    name: screen.name,
    area: '',
    title: screen.title,
    singular: screen.title,
    gender: 'm',
    scope: 'global',
    table: '',
    textKey: false,
    label: form.fields[0]?.name ?? 'id',
    fields: [...form.fields, ...form.parameters],
    lists: [],
    unique: [],
    rules: form.rules,
    order: [],
    access: {},
    effects: [],
    texts: {},
    views: {
      path: screen.path,
      list: { columns: [], pageSize: 1, pageSizes: [], order: [], rowTone: [], card: [], select: false, totals: [] },
      filter: { search: false, fields: [] },
      form: { layout: 'plain', parts: [], variants: [], after: 'stay', show: false },
      actions: [],
    },
  }
  return { ...model, registers: { ...model.registers, [screen.name]: register } }
}

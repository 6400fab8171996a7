import { contentHash, deepFreeze } from './build/seal.ts'
import type { FormItem, Model, PartView, Register, Rights, Views } from './model.ts'
import { relationsOf } from './register.ts'

const cuts = new WeakMap<Model, Map<string, Model>>()

/**
 * The part of the Model that these rights may see. Registers that nobody may see go, but those that visible ones refer to
 * stay with their key, code and label, for lookups. Actions, parts of forms and menu items with a closed gate go.
 */
export function cutModel(model: Model, rights: Rights): Model {
  const known = cuts.get(model) ?? new Map<string, Model>()
  cuts.set(model, known)
  const key = Object.keys(rights)
    .filter(gate => rights[gate])
    .sort()
    .join('\n')
  let cut = known.get(key)
  if (cut === undefined) {
    cut = makeCut(model, gate => gate !== undefined && rights[gate] === true)
    known.set(key, cut)
  }
  return cut
}

type May = (gate: string | undefined) => boolean

function makeCut(model: Model, may: May): Model {
  const screens = Object.fromEntries(Object.entries(model.screens).filter(([, screen]) => screen.public || may(screen.gate)))
  const imports = Object.fromEntries(Object.entries(model.imports).filter(([, each]) => may(each.gate)))
  const { hash: _hash, ...content } = {
    ...model,
    registers: cutRegisters(model, may),
    screens,
    imports,
    menu: model.menu
      .filter(group => group.gate === undefined || may(group.gate))
      .map(group => ({ ...group, items: group.items.filter(item => may(item.gate)) }))
      .filter(group => group.items.length > 0),
  }
  return deepFreeze({ hash: contentHash(content), ...content })
}

function cutRegisters(model: Model, may: May): Record<string, Register> {
  const full = fullRegisters(model, may)
  const kept: Record<string, Register> = {}
  for (const name of full) {
    const register = model.registers[name]
    if (register) kept[name] = { ...register, views: cutViews(register.views, may) }
  }
  for (const [name, fields] of lookedUp(model, full)) {
    const register = model.registers[name]
    if (register) kept[name] = asLookup(register, fields)
  }
  return Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Registers that may be seen, and the rows of their child lists, which are part of the record. */
function fullRegisters(model: Model, may: May): Set<string> {
  const full = new Set<string>()
  const keep = (name: string): void => {
    const register = model.registers[name]
    if (register === undefined || full.has(name)) return
    full.add(name)
    for (const list of register.lists) keep(list.register)
  }
  for (const register of Object.values(model.registers))
    if (register.parent === undefined && may(register.access.see)) keep(register.name)
  return full
}

/** Registers that the visible ones point to, with the fields that their lists show: `grupo.nome`. */
function lookedUp(model: Model, full: ReadonlySet<string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const name of full) {
    const register = model.registers[name]
    if (register === undefined) continue
    for (const relation of relationsOf(register)) {
      if (full.has(relation.register)) continue
      const fields = found.get(relation.register) ?? new Set<string>()
      found.set(relation.register, fields)
      for (const column of register.views.list.columns) {
        const [first, field] = column.field.split('.')
        if (first === relation.name && field !== undefined) fields.add(field)
      }
    }
  }
  return found
}

function asLookup(register: Register, fields: ReadonlySet<string>): Register {
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

function cutViews(views: Views, may: May): Views {
  const closed = new Set(views.actions.filter(action => !may(action.gate)).map(action => action.id))
  const open = (item: FormItem): boolean => !('action' in item && closed.has(item.action))
  const cutPart = (part: PartView): PartView => ({
    ...part,
    rows: part.rows.map(row => row.filter(open)).filter(row => row.length > 0),
  })
  return {
    ...views,
    list: {
      ...views.list,
      columns: views.list.columns.filter(column => !(column.field.startsWith('!') && closed.has(column.field.slice(1)))),
    },
    form: { ...views.form, parts: views.form.parts.filter(part => part.gate === undefined || may(part.gate)).map(cutPart) },
    actions: views.actions.filter(action => !closed.has(action.id)),
  }
}

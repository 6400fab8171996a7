import { contentHash, deepFreeze } from '../../base/objects/freeze.ts'
import type { Expression, FormItem, Model, PartView, Register, RegisterViews, Rights, Screen } from '../model.ts'
import { relationsOf } from '../register.ts'
import { queriesForBrowser } from '../report/queriesForBrowser.ts'
import { asLookup } from './asLookup.ts'
import { choosingPlacesOf } from './choosing.ts'
import { cutFields, cutImport } from './cutFields.ts'
import { cutReport } from './cutReport.ts'
import { type GateTree, parseGate } from './gateTree.ts'
import { noLimits } from './limits.ts'
import { seesEveryField } from './sight.ts'

/** The roles and rights of the signed-in user in the chosen store. */
export interface Permission {
  readonly admin: boolean
  readonly owner: boolean
  readonly logged: boolean
  readonly flags: Readonly<Record<string, boolean>>
  /** Store features. */
  readonly store: Readonly<Record<string, boolean>>
}

/**
 * Tells whether the gate lets this permission through. Administrators and owners pass every flag, for flags narrow employees only;
 * a store feature that is off stops everyone.
 */
export function gateAllows(gate: Expression, permission: Permission): boolean {
  return holds(parseGate(gate), permission)
}

function holds(tree: GateTree, p: Permission): boolean {
  if ('always' in tree) return tree.always
  if ('not' in tree) return !holds(tree.not, p)
  if ('all' in tree) return tree.all.every(part => holds(part, p))
  if ('any' in tree) return tree.any.some(part => holds(part, p))
  return nameHolds(tree.name, p)
}

function nameHolds(name: string, p: Permission): boolean {
  if (name === 'logged') return p.logged
  if (name === 'admin') return p.admin
  // "Admin or owner" everywhere means both: an administrator stands in for the owner of every store.
  if (name === 'owner') return p.owner || p.admin
  if (name.startsWith('store.')) return p.store[name.slice('store.'.length)] ?? false
  return p.admin || p.owner || (p.flags[name] ?? false)
}

const gatesByModel = new WeakMap<Model, readonly Expression[]>()

/** Every gate that the Model holds, each text once. */
export function gatesOf(model: Model): readonly Expression[] {
  let gates = gatesByModel.get(model)
  if (gates === undefined) {
    const found = new Set<string>(['logged', 'admin', 'owner'])
    const add = (gate: Expression | undefined): void => {
      if (gate !== undefined) found.add(gate)
    }
    for (const register of Object.values(model.registers)) {
      for (const gate of Object.values(register.access)) add(gate)
      for (const { see, ways } of register.fields) {
        add(see)
        for (const { gate, approve } of ways?.list ?? []) [gate, approve?.gate].forEach(add)
      }
      for (const { gate } of [...(register.rows?.see ?? []), ...(register.rows?.change ?? [])]) add(gate)
      add(register.person?.gate)
      add(register.views.gate)
      for (const action of register.views.actions) add(action.gate)
      for (const part of register.views.form.parts) add(part.gate)
      for (const { gates } of choosingPlacesOf(model, register)) gates.forEach(add)
    }
    for (const group of model.menu) {
      add(group.gate)
      for (const item of group.items) add(item.gate)
    }
    const pages = [model.screens, model.imports, model.queries, model.reports].flatMap(each => Object.values(each))
    for (const page of pages) add(page.gate)
    for (const { after } of Object.values(model.imports)) add(after?.gate)
    for (const { gate } of Object.values(model.documents)) add(gate)
    for (const flag of model.flags) add(flag.name)
    gates = [...found]
    gatesByModel.set(model, gates)
  }
  return gates
}

/** Every gate of the Model, answered for this permission. */
export const rightsFor = (model: Model, permission: Permission): Rights =>
  Object.fromEntries(gatesOf(model).map(gate => [gate, gateAllows(gate, permission)]))

/**
 * The part of the Model that these rights may see. Registers that nobody may see go, but those that visible ones refer to
 * stay with their key, code and label, for lookups. Actions, parts of forms and menu items with a closed gate go.
 */
export const modelForRights = (model: Model, rights: Rights): Model =>
  makeCut(
    seesEveryField(model, rights) ? model : withoutHidden(model, rights),
    gate => gate !== undefined && rights[gate] === true,
  )

/** The Model without what these rights may not read of values. */
const withoutHidden = (model: Model, rights: Rights): Model => ({
  ...model,
  registers: mapped(model.registers, register => cutFields(register, model, rights)),
  imports: mapped(model.imports, load => cutImport(load, model, rights)),
  reports: mapped(model.reports, report => cutReport(report, model, rights)),
  screens: mapped(model.screens, screen =>
    'dashboard' in screen.body
      ? {
          ...screen,
          body: { dashboard: { ...screen.body.dashboard, report: cutReport(screen.body.dashboard.report, model, rights) } },
        }
      : screen,
  ),
})

const mapped = <T>(all: Readonly<Record<string, T>>, make: (one: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, make(one)]))

type May = (gate: string | undefined) => boolean

function makeCut(model: Model, may: May): Model {
  const screens = Object.fromEntries(
    Object.entries(model.screens).flatMap(([name, screen]) =>
      screen.public || may(screen.gate) ? [[name, cutDashboard(screen, model, may)] as const] : [],
    ),
  )
  const imports = Object.fromEntries(Object.entries(model.imports).filter(([, each]) => may(each.gate)))
  const { hash: _hash, ...content } = {
    ...model,
    registers: cutRegisters(model, may),
    screens,
    imports,
    notices: {},
    automations: {},
    documents: {},
    ...cutReports({ ...model, screens }, may),
    menu: model.menu
      .filter(group => group.gate === undefined || may(group.gate))
      .map(group => ({ ...group, items: group.items.filter(item => may(item.gate)) }))
      .filter(group => group.items.length > 0),
    staffRoles: [],
    limits: noLimits,
  }
  return deepFreeze({ hash: contentHash(content), ...content })
}

/** A page of figures without the calls that these rights may not make. */
function cutDashboard(screen: Screen, { queries }: Model, may: May): Screen {
  const { body } = screen
  if (!('dashboard' in body)) return screen
  const { report } = body.dashboard
  const calls = Object.fromEntries(Object.entries(report.calls).filter(([, { query }]) => may(queries[query]?.gate)))
  return { ...screen, body: { dashboard: { ...body.dashboard, report: { ...report, calls } } } }
}

/** Reports that may be opened, and what they call; how figures are found stays on the server. */
function cutReports(
  { reports, queries, screens }: Pick<Model, 'reports' | 'queries' | 'screens'>,
  may: May,
): Pick<Model, 'reports' | 'queries'> {
  const open = Object.entries(reports).filter(([, report]) => may(report.gate))
  const dashboards = Object.values(screens).flatMap(({ body }) => ('dashboard' in body ? [body.dashboard.report] : []))
  const pages = [...open.map(([, report]) => report), ...dashboards]
  const called = new Set(pages.flatMap(({ calls }) => Object.values(calls).map(call => call.query)))
  return {
    reports: Object.fromEntries(open),
    queries: queriesForBrowser(
      Object.fromEntries(Object.entries(queries).filter(([name, query]) => called.has(name) && may(query.gate))),
    ),
  }
}

function cutRegisters(model: Model, may: May): Record<string, Register> {
  const full = fullRegisters(model, may)
  const kept: Record<string, Register> = {}
  for (const name of full) {
    const register = model.registers[name]
    // Rows that a register starts with are the server's: no browser reads them.
    if (register) kept[name] = { ...withoutSeed(register), views: cutViews(register.views, may, model.reports) }
  }
  for (const register of storeRegisters(model, full)) kept[register.name] = asContext(register)
  for (const [name, fields] of lookedUp(model, full, may)) {
    if (kept[name]) continue
    const register = model.registers[name]
    if (register) kept[name] = asLookup(register, fields)
  }
  return Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const withoutSeed = ({ seed: _seed, newStore: _newStore, ...register }: Register): Register => register

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

/** Registers that the visible ones and open reports point to, with the fields that lists show: `grupo.nome`. */
function lookedUp(model: Model, full: ReadonlySet<string>, may: May): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const report of Object.values(model.reports).filter(each => may(each.gate)))
    for (const { reference } of report.parameters)
      if (reference && !full.has(reference.to)) found.set(reference.to, found.get(reference.to) ?? new Set())
  for (const { body } of Object.values(model.screens).filter(each => may(each.gate)))
    for (const { reference } of 'form' in body ? body.form.fields : [])
      if (reference && !full.has(reference.to)) found.set(reference.to, found.get(reference.to) ?? new Set())
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

/** The store's own register and its lists, when they may not be seen: expressions over `store` need their types. */
function storeRegisters(model: Model, full: ReadonlySet<string>): Register[] {
  const store = Object.values(model.registers).find(register => register.scope === 'self' && register.from === undefined)
  const lists = store?.lists.map(list => model.registers[list.register]) ?? []
  return [store, ...lists].filter(register => register !== undefined).filter(register => !full.has(register.name))
}

/** A register with its types and nothing to do with it. */
function asContext(register: Register): Register {
  const { fields, lists, ...rest } = asLookup(register, new Set())
  return { ...rest, fields: register.fields.filter(field => !field.secret), lists: register.lists }
}

function cutViews(views: RegisterViews, may: May, reports: Model['reports']): RegisterViews {
  const closed = new Set(views.actions.filter(action => !may(action.gate)).map(action => action.id))
  const open = (item: FormItem): boolean =>
    'report' in item ? may(reports[item.report]?.gate) : !('action' in item && closed.has(item.action))
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
    form: {
      ...views.form,
      parts: views.form.parts
        .filter(part => part.gate === undefined || may(part.gate))
        .map(cutPart)
        .filter(({ rows }) => rows.length > 0),
    },
    actions: views.actions.filter(action => !closed.has(action.id)),
  }
}

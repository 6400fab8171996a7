import type { Act, Action, Expression, MenuItem, Model, Register } from '../model.ts'

/** Something on a place that a gate opens: an act on its records, an action, a part of its form. */
export interface Door {
  readonly id: string
  readonly kind: 'act' | 'action' | 'part'
  readonly title: string
  readonly gate?: Expression
}

/** A register, screen, import or report: what a person opens in the browser. */
export interface Place {
  readonly kind: 'register' | 'screen' | 'import' | 'report'
  readonly name: string
  readonly title: string
  readonly path: string
  /** Title of the menu's group, empty when it stands in none. */
  readonly group: string
  /** Open to everyone, without login. */
  readonly open: boolean
  readonly doors: readonly Door[]
}

export const actTitles: Readonly<Record<Act, string>> = { see: 'Ver', create: 'Criar', change: 'Alterar', remove: 'Excluir' }

/** Everything that can be opened, in the menu's order; then what stands in no menu, by title. */
export function placesOf(model: Model): readonly Place[] {
  const all = [...registerPlaces(model), ...pagePlaces(model)]
  const order = new Map<string, { group: string; at: number }>()
  for (const group of model.menu)
    for (const item of group.items) {
      const key = keyOf(item)
      if (key !== undefined && !order.has(key)) order.set(key, { group: group.title, at: order.size })
    }
  const at = (place: Place): number => order.get(`${place.kind} ${place.name}`)?.at ?? Number.MAX_SAFE_INTEGER
  return all
    .map(place => ({ ...place, group: order.get(`${place.kind} ${place.name}`)?.group ?? '' }))
    .sort((a, b) => at(a) - at(b) || a.title.localeCompare(b.title, 'pt-BR'))
}

function keyOf({ opens }: MenuItem): string | undefined {
  const [kind] = Object.keys(opens)
  const [name] = Object.values(opens)
  return kind === 'address' ? undefined : `${kind} ${name}`
}

const registerPlaces = (model: Model): Place[] =>
  Object.values(model.registers)
    .filter(register => register.parent === undefined)
    .map(register => ({
      kind: 'register',
      name: register.name,
      title: register.title,
      path: register.views.path,
      group: '',
      open: false,
      doors: doorsOf(register),
    }))

function pagePlaces(model: Model): Place[] {
  const door = (id: string, title: string, gate: Expression): Door => ({ id, kind: 'act', title, gate })
  const screens = Object.values(model.screens).map(
    (screen): Place => ({
      kind: 'screen',
      name: screen.name,
      title: screen.title,
      path: screen.path,
      group: '',
      open: screen.public,
      doors: [door('see', 'Abrir', screen.gate)],
    }),
  )
  const imports = Object.values(model.imports).map(
    (each): Place => ({
      kind: 'import',
      name: each.name,
      title: each.title,
      path: each.path,
      group: '',
      open: false,
      doors: [door('see', 'Importar', each.gate)],
    }),
  )
  const reports = Object.values(model.reports).map(
    (report): Place => ({
      kind: 'report',
      name: report.name,
      title: report.title,
      path: report.path,
      group: '',
      open: false,
      doors: [door('see', 'Ver', report.gate)],
    }),
  )
  return [...screens, ...imports, ...reports]
}

const withGate = (gate: Expression | undefined) => (gate === undefined ? {} : { gate })

function doorsOf(register: Register): Door[] {
  const acts = (Object.keys(actTitles) as Act[]).map(
    (act): Door => ({ id: act, kind: 'act', title: actTitles[act], ...withGate(register.access[act]) }),
  )
  const actions = register.views.actions
    .filter(action => !repeatsAct(register, action))
    .map((action): Door => ({ id: action.id, kind: 'action', title: action.title, gate: action.gate }))
  const parts = register.views.form.parts
    .filter(part => part.gate !== undefined)
    .map((part): Door => ({ id: part.id, kind: 'part', title: `Aba ${part.title}`, ...withGate(part.gate) }))
  return [...acts, ...actions, ...parts]
}

/** Opening and removing are acts already; as actions they say nothing more. */
const repeatsAct = (register: Register, { does, gate }: Action): boolean =>
  ('remove' in does && gate === register.access.remove) || ('open' in does && gate === register.access.see)

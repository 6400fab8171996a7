import type { Action, Expression, MenuItem, Model, RecordAccess, Register } from '../../src/model/model.ts'

/** Something on a place that a gate opens: an act on its records, an action, a part of its form. */
export interface GatedItem {
  readonly id: string
  readonly kind: 'act' | 'action' | 'part'
  readonly title: string
  readonly gate?: Expression
}

/** A register, screen, import or report: what a person opens in the browser. */
export interface AppPage {
  readonly kind: 'register' | 'screen' | 'import' | 'report'
  readonly name: string
  readonly title: string
  readonly path: string
  /** Title of the menu's group, empty when it stands in none. */
  readonly group: string
  /** Open to everyone, without login. */
  readonly open: boolean
  readonly doors: readonly GatedItem[]
}

export const accessTitles: Readonly<Record<RecordAccess, string>> = {
  see: 'Ver',
  create: 'Criar',
  change: 'Alterar',
  remove: 'Excluir',
}

/** Everything that can be opened, in the menu's order; then what stands in no menu, by title. */
export function appPagesOf(model: Model): readonly AppPage[] {
  const all = [...registerPlaces(model), ...pagePlaces(model)]
  const order = new Map<string, { group: string; at: number }>()
  for (const group of model.menu)
    for (const item of group.items) {
      const key = keyOf(item)
      if (key !== undefined && !order.has(key)) order.set(key, { group: group.title, at: order.size })
    }
  const at = (place: AppPage): number => order.get(`${place.kind} ${place.name}`)?.at ?? Number.MAX_SAFE_INTEGER
  return all
    .map(place => ({ ...place, group: order.get(`${place.kind} ${place.name}`)?.group ?? '' }))
    .sort((a, b) => at(a) - at(b) || a.title.localeCompare(b.title, 'pt-BR'))
}

function keyOf({ opens }: MenuItem): string | undefined {
  const [kind] = Object.keys(opens)
  const [name] = Object.values(opens)
  return kind === 'address' ? undefined : `${kind} ${name}`
}

const registerPlaces = (model: Model): AppPage[] =>
  Object.values(model.registers)
    .filter(register => register.parent === undefined)
    .map(register => placeOf('register', { ...register, path: register.views.path }, doorsOf(register)))

type Opened = Pick<AppPage, 'name' | 'title' | 'path'>

const placeOf = (kind: AppPage['kind'], { name, title, path }: Opened, doors: AppPage['doors'], open = false): AppPage => ({
  kind,
  name,
  title,
  path,
  group: '',
  open,
  doors,
})

function pagePlaces(model: Model): AppPage[] {
  const doors = (title: string, gate: Expression): GatedItem[] => [{ id: 'see', kind: 'act', title, gate }]
  return [
    ...Object.values(model.screens).map(each => placeOf('screen', each, doors('Abrir', each.gate), each.public)),
    ...Object.values(model.imports).map(each => placeOf('import', each, doors('Importar', each.gate))),
    ...Object.values(model.reports).map(each => placeOf('report', each, doors('Ver', each.gate))),
  ]
}

const withGate = (gate: Expression | undefined) => (gate === undefined ? {} : { gate })

function doorsOf(register: Register): GatedItem[] {
  const acts = (Object.keys(accessTitles) as RecordAccess[]).map(
    (act): GatedItem => ({ id: act, kind: 'act', title: accessTitles[act], ...withGate(register.access[act]) }),
  )
  const actions = register.views.actions
    .filter(action => !repeatsAct(register, action))
    .map((action): GatedItem => ({ id: action.id, kind: 'action', title: action.title, gate: action.gate }))
  const parts = register.views.form.parts
    .filter(part => part.gate !== undefined)
    .map((part): GatedItem => ({ id: part.id, kind: 'part', title: `Aba ${part.title}`, ...withGate(part.gate) }))
  return [...acts, ...actions, ...parts]
}

/** Opening and removing are acts already; as actions they say nothing more. */
const repeatsAct = (register: Register, { does, gate }: Action): boolean =>
  ('remove' in does && gate === register.access.remove) || ('open' in does && gate === register.access.see)

import type { ExplainedItem } from '../../../api/explain.ts'
import { gateAllows, type Permission } from '../../../model/access/gate.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model, RecordAccess, Register } from '../../../model/model.ts'
import type { OpenedScreen } from './screenAt.ts'
import { whyClosed } from './whyClosed.ts'

const ACTS: readonly RecordAccess[] = ['see', 'create', 'change', 'remove']

/** Everything of a screen that a gate closes to this permission. */
export function closedItems(opened: OpenedScreen, permission: Permission, model: Model): ExplainedItem[] {
  const item = (tipo: ExplainedItem['tipo'], nome: string, titulo: string, gate: string | undefined): ExplainedItem[] =>
    gate !== undefined && gateAllows(gate, permission)
      ? []
      : [{ tipo, nome, titulo, regra: gate ?? null, ...whyClosed(gate, permission, model) }]
  const { register } = opened
  return [
    ...item('tela', opened.path, opened.title, opened.gate),
    ...menuItems(opened, model).flatMap(({ title, gate }) => item('menu', opened.path, title, gate)),
    ...(register
      ? [
          ...ACTS.slice(1).flatMap(act => item('ato', act, formatMessage(model, `explain.act-${act}`), register.access[act])),
          ...register.views.actions.flatMap(({ id, title, gate }) => item('acao', id, title, gate)),
          ...register.views.form.parts.flatMap(({ id, title, gate }) =>
            gate === undefined ? [] : item('parte', id, title, gate),
          ),
          ...register.lists.flatMap(list =>
            item('lista', list.name, list.title, model.registers[list.register]?.access.see ?? 'true'),
          ),
          ...register.fields.flatMap(({ name, title, see }) => (see === undefined ? [] : item('campo', name, title, see))),
          ...columnItems(register, permission, model),
        ]
      : []),
    ...layerItems(opened, model),
  ]
}

/** Entries of the menu that open the screen: a group's gate closes them, too. */
function menuItems({ path }: OpenedScreen, model: Model): { title: string; gate: string }[] {
  const menus = model.menu.filter(({ place }) => place !== 'bar')
  return menus.flatMap(group =>
    group.items
      .filter(item => item.path.toLowerCase() === path.toLowerCase())
      .map(({ title, gate }) => ({
        title,
        gate: group.gate === undefined || group.gate === gate ? gate : `(${group.gate}) && (${gate})`,
      })),
  )
}

/** Columns that do not stand in the list at first, or show an action that is closed. */
function columnItems(register: Register, permission: Permission, model: Model): ExplainedItem[] {
  return register.views.list.columns.flatMap(({ field, title, hidden }): ExplainedItem[] => {
    const action = field.startsWith('!') ? register.views.actions.find(({ id }) => id === field.slice(1)) : undefined
    if (action && !gateAllows(action.gate, permission))
      return [{ tipo: 'coluna', nome: field, titulo: title, regra: action.gate, ...whyClosed(action.gate, permission, model) }]
    if (!hidden) return []
    return [
      {
        tipo: 'coluna',
        nome: field,
        titulo: title,
        regra: null,
        motivo: formatMessage(model, 'explain.column-hidden'),
        falta: [],
      },
    ]
  })
}

/** Things that a layer of definitions hides from everybody. */
function layerItems({ register, path }: OpenedScreen, model: Model): ExplainedItem[] {
  const own = (model.hiddenByLayers ?? []).filter(({ page }) =>
    register ? page === register.name : pathOf(page, model) === path,
  )
  return own.map(({ kind, name, title, layer, place }) => ({
    tipo: kind,
    nome: name,
    titulo: (title === name && register?.fields.find(field => field.name === name)?.title) || title,
    regra: null,
    motivo: formatMessage(model, 'explain.layer', { layer, place }),
    falta: [],
  }))
}

const pathOf = (page: string, { screens, imports, reports }: Model): string | undefined =>
  (screens[page] ?? imports[page] ?? reports[page])?.path

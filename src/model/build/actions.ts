import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { Call, RegisterUiDefinition } from '../../generated/definitions.ts'
import type { AskView, CodeView, MassField, MatrixView, ShowView } from '../action.ts'
import type { Action, CallSpec, Field, RecordAccess } from '../model.ts'
import { buildField, type FieldContext } from './field.ts'
import type { RegisterWithoutViews } from './register.ts'
import { wayActions } from './ways.ts'

type ActionDefinition = NonNullable<RegisterUiDefinition['actions']>[number]

/** The standard actions that the register's gates allow, those of its ways, then the written ones. */
export function buildActions(
  register: RegisterWithoutViews,
  ui: RegisterUiDefinition,
  path: string,
  context: FieldContext,
): Action[] {
  const keep = ui.standard ?? ['open', 'clone', 'remove']
  const ways = wayActions(register)
  const written = (ui.actions ?? []).map(action => {
    const { way, ...words } = action
    const taken = way === undefined ? undefined : ways.find(({ id }) => id === way)
    return taken ? { ...taken, ...ownWords(words, taken) } : buildAction(register, action, context)
  })
  const spoken = new Set(ui.actions?.map(({ way }) => way))
  const standard = standardActions(register, path).filter(
    action => keep.some(id => id === action.id) && !written.some(each => each.id === action.id),
  )
  return [...standard, ...ways.filter(({ id }) => !spoken.has(id) && !written.some(each => each.id === id)), ...written]
}

/** The words of a definition for the action of a way: how it looks, where it stands, what is told; what it does is the way's. */
function ownWords({ gate, visibleWhen, ...words }: Omit<ActionDefinition, 'way'>, taken: Action): Partial<Action> {
  const narrowed = (own: string | undefined, of: string | undefined): string | undefined =>
    own === undefined ? of : of === undefined ? own : `(${of}) && (${own})`
  const { title, icon, place, keys, success, failure, confirm, danger, after } = words
  return withoutUndefined({
    ...{ title, icon, place, keys, success, failure, confirm, danger, after },
    gate: narrowed(gate, taken.gate),
    visibleWhen: narrowed(visibleWhen, taken.visibleWhen),
  })
}

function standardActions(register: RegisterWithoutViews, path: string): Action[] {
  const { see, create, remove } = register.access
  const actions: Action[] = []
  if (see !== undefined) {
    actions.push({
      id: 'open',
      title: 'Abrir',
      icon: 'pencil',
      place: ['row'],
      gate: see,
      danger: false,
      does: { open: `${path}/{id}` },
    })
  }
  if (create !== undefined && !register.textKey && !register.single) {
    actions.push({
      id: 'clone',
      title: 'Clonar',
      icon: 'copy',
      place: ['row', 'form'],
      gate: create,
      danger: false,
      does: { clone: true },
      success: register.texts.cloned ?? 'cloned',
    })
  }
  if (remove !== undefined) {
    actions.push({
      id: 'remove',
      title: 'Excluir',
      icon: 'trash-2',
      place: ['row', 'form'],
      gate: remove,
      danger: true,
      confirm: 'remove-confirm',
      does: { remove: true },
      success: register.texts.removed ?? 'removed',
      failure: register.texts.removeFailed ?? 'remove-failed',
    })
  }
  return actions
}

function buildAction(register: RegisterWithoutViews, action: ActionDefinition, context: FieldContext): Action {
  const {
    open,
    call,
    download,
    copy,
    set,
    clone,
    remove,
    dialog,
    fields,
    matrix,
    link,
    images,
    show,
    code,
    actionOf,
    way: _way,
    gate,
    danger,
    ask,
    ...words
  } = action
  return withoutUndefined({
    ...words,
    gate: gateOf(register, gate, clone ? 'create' : remove ? 'remove' : set || link || images ? 'change' : undefined),
    danger: danger ?? remove ?? false,
    ask: ask && askOf(ask, context),
    does: doesOf(
      { open, call, download, copy, set, clone, remove, dialog, fields, matrix, link, images, show, code, actionOf },
      context,
    ),
  })
}

/** Returns the gate of an action: people who may do that to records of the register, however the action is gated besides. */
function gateOf({ access }: RegisterWithoutViews, gate: string | undefined, act: RecordAccess | undefined): string {
  const own = act && access[act]
  if (gate === undefined) return own ?? access.see ?? 'logged'
  return own === undefined || act === 'change' || own === gate ? gate : `(${gate}) && (${own})`
}

type Deed = { [K in Exclude<(typeof actionCommandNames)[number], 'way'> | 'fields']: ActionDefinition[K] | undefined }

/** Returns the deed of the action; the checker demands exactly one, so the last is the one that remains. */
function doesOf(deed: Deed, context: FieldContext): Action['does'] {
  if (deed.call) return { call: buildCall(deed.call) }
  if (deed.download) return { download: buildCall(deed.download.call), file: deed.download.file }
  if (deed.copy !== undefined) return { copy: deed.copy }
  if (deed.set) return { set: deed.set }
  if (deed.clone) return { clone: true }
  if (deed.remove) return { remove: true }
  if (deed.matrix) return { matrix: matrixOf(deed.matrix) }
  if (deed.show) return { show: showOf(deed.show, context) }
  if (deed.code) return { code: codeOf(deed.code, context) }
  if (deed.actionOf) return { actionOf: { ...deed.actionOf, load: buildCall(deed.actionOf.load) } }
  if (deed.link) return { link: withoutUndefined(deed.link) }
  if (deed.images) return { images: deed.images }
  if (deed.dialog !== undefined) return withoutUndefined({ dialog: deed.dialog, fields: deed.fields?.map(massField) })
  return { open: deed.open ?? '' }
}

const massField = (field: NonNullable<ActionDefinition['fields']>[number]): MassField =>
  typeof field === 'string'
    ? { field, empty: false, also: [] }
    : { field: field.field, empty: field.empty ?? false, also: field.also ?? [] }

const fieldsOf = (
  properties: NonNullable<ActionDefinition['ask']>['properties'],
  required: readonly string[],
  context: FieldContext,
): Field[] =>
  Object.entries(properties).map(([name, property]) => buildField(name, property, required.includes(name), false, context))

const askOf = (
  { properties, required, rules, warn, shows, load, rows, ...words }: NonNullable<ActionDefinition['ask']>,
  context: FieldContext,
): AskView =>
  withoutUndefined({
    ...words,
    warn: warn && withoutUndefined(warn),
    shows: shows && showOf(shows, context),
    load: load && buildCall(load),
    rows: rows && withoutUndefined({ ...rows, columns: fieldsOf(rows.columns, rows.typed, context) }),
    fields: fieldsOf(properties, required ?? [], context),
    rules: rules ?? [],
  })

const showOf = (
  { load, columns, totals, act, ...words }: NonNullable<ActionDefinition['show']>,
  context: FieldContext,
): ShowView =>
  withoutUndefined({
    ...words,
    load: buildCall(load),
    columns: fieldsOf(columns, [], context),
    totals: totals ?? [],
    act: act && withoutUndefined({ ...act, call: buildCall(act.call) }),
  })

const codeOf = ({ load, facts, empty, ...words }: NonNullable<ActionDefinition['code']>, context: FieldContext): CodeView =>
  withoutUndefined({ ...words, load: buildCall(load), facts: fieldsOf(facts ?? {}, [], context), empty: withoutUndefined(empty) })

const usualBatch = 500

function matrixOf({ load, send, pageSizes, ...rest }: NonNullable<ActionDefinition['matrix']>): MatrixView {
  return withoutUndefined({
    ...rest,
    rows: withoutUndefined(rest.rows),
    cells: withoutUndefined({ ...rest.cells, marks: (rest.cells.marks ?? []).map(withoutUndefined) }),
    load: buildCall(load),
    send: { ...send, batch: send.batch ?? usualBatch },
    pageSizes: pageSizes ?? [10, 5, 25],
  })
}

/** Members of an action that say what it does. */
export const actionCommandNames = [
  'open',
  'call',
  'download',
  'copy',
  'set',
  'clone',
  'remove',
  'dialog',
  'matrix',
  'link',
  'images',
  'show',
  'code',
  'actionOf',
  'way',
] as const

export const buildCall = (call: Call): CallSpec => withoutUndefined(call)

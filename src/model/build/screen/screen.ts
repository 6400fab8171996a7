import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import type { ScreenDefinition } from '../../../generated/definitions.ts'
import type { Screen } from '../../model.ts'
import type { BoardView, ScreenDocument, ShownMember, TableView } from '../../screen.ts'
import type { Definition } from '../../source/definitions.ts'
import { buildCall } from '../actions.ts'
import { buildField, type FieldContext } from '../field.ts'
import type { ReportBuildContext } from '../report/buildContext.ts'
import { buildDashboard } from '../report/report.ts'
import { buildHub, buildLinks, buildStates } from './screenStates.ts'

/** A page that is no register, and once more for each further address of its form. */
export function buildScreens(definition: Definition<ScreenDefinition>, building: ReportBuildContext): readonly Screen[] {
  const screen = buildScreen(definition, building)
  return [screen, ...(definition.value.also ?? []).map(address => atAddress(screen, address))]
}

/** The same form at another address. A parameter that this one ignores is kept by the server's side alone: it has its default. */
function atAddress(screen: Screen, { path, ignores = [] }: NonNullable<ScreenDefinition['also']>[number]): Screen {
  const name = path.replace(/^\//, '')
  // A definition may be named as its further address is.
  const own = { ...screen, name: name === screen.name ? path : name, path }
  if (!('form' in screen.body)) return own
  const { form } = screen.body
  const parameters = form.parameters.map(field => (ignores.includes(field.name) ? { ...field, readOnly: true } : field))
  return { ...own, body: { form: { ...form, parameters } } }
}

/** The checker demands exactly one body. */
function buildScreen(definition: Definition<ScreenDefinition>, building: ReportBuildContext): Screen {
  const { name, value } = definition
  return withoutUndefined({
    name,
    title: value.title,
    path: value.path,
    gate: value.gate,
    public: value.public ?? false,
    help: value.description,
    overlay: value.overlay,
    loading: value.loading,
    top: value.top,
    body: value.dashboard ? { dashboard: buildDashboard(definition, building) } : bodyOf(value, building.context),
  })
}

function bodyOf(value: ScreenDefinition, context: FieldContext): Screen['body'] {
  if (value.embed) return { embed: value.embed }
  if (value.record) return { record: value.record }
  if (value.board) return { board: boardOf(value.board, context) }
  if (value.table) return { table: tableViewOf(value.table, context) }
  if (value.links) return { links: buildLinks(value.links, context) }
  if (value.visit) return { visit: value.visit }
  if (value.hub) return { hub: buildHub(value.hub) }
  if (value.states) return { states: buildStates(value.states, context) }
  if (value.runtime) return { runtime: value.runtime }
  if (value.plugin) return { plugin: value.plugin }
  if (value.document) return { document: buildDocument(value.document, context) }
  const form = value.form ?? { properties: {}, submit: { method: 'POST' as const, path: '' }, button: '' }
  const required = new Set(form.required ?? [])
  return {
    form: withoutUndefined({
      fields: Object.entries(form.properties).map(([name, property]) =>
        buildField(name, property, required.has(name), false, context),
      ),
      parameters: Object.entries(form.parameters ?? {}).map(([name, property]) =>
        buildField(name, property, false, false, context),
      ),
      rules: form.rules ?? [],
      submit: buildCall(form.submit),
      button: form.button,
      success: form.success,
      failure: form.failure,
      variants: (form.variants ?? []).map(({ titles, ...rest }) => ({ ...rest, titles: titles ?? {} })),
      after: form.after,
      steps: (form.steps ?? []).map(step =>
        Array.isArray(step) ? { fields: step, notes: [] } : { ...step, notes: step.notes ?? [] },
      ),
      visitors: form.visitors,
      keep: form.keep,
      onceEdited: form.onceEdited,
      result:
        form.result && Object.entries(form.result).map(([name, property]) => buildField(name, property, false, false, context)),
      goTo: form.goTo ?? [],
      links: form.links ?? [],
    }),
  }
}

function buildDocument(document: NonNullable<ScreenDefinition['document']>, context: FieldContext): ScreenDocument {
  const { parameters = {}, call, failure, gone, button, members, head, facts = [], table, totals = [], code } = document
  const fieldsOf = (properties: typeof members) =>
    Object.entries(properties).map(([name, property]) => buildField(name, property, false, false, context))
  const shown = (one: (typeof facts)[number]): ShownMember => (typeof one === 'string' ? { member: one } : one)
  return withoutUndefined({
    parameters: fieldsOf(parameters),
    call: buildCall(call),
    failure,
    gone,
    button,
    members: fieldsOf(members),
    head,
    facts: facts.map(shown),
    table: table && { ...table, columns: table.columns.map(shown) },
    totals: totals.map(shown),
    code: code && withoutUndefined({ ...code, facts: code.facts ?? [] }),
  })
}

type BoardDefinition = NonNullable<ScreenDefinition['board']>

function boardOf({ properties, figures, card, load, ...words }: BoardDefinition, context: FieldContext): BoardView {
  const fieldsOf = (all: BoardDefinition['properties']) =>
    Object.entries(all).map(([name, property]) => buildField(name, property, false, false, context))
  const lists = (card.lists ?? []).map(({ columns, ...list }) => ({ ...list, columns: fieldsOf(columns) }))
  return withoutUndefined({
    ...words,
    load: buildCall(load),
    fields: fieldsOf(properties),
    figures: figures ?? [],
    card: { ...card, lists },
  })
}

function tableViewOf(table: NonNullable<ScreenDefinition['table']>, context: FieldContext): TableView {
  const { properties, columns, links = [], buttons = [], load, ...words } = table
  return withoutUndefined({
    ...words,
    load: buildCall(load),
    fields: Object.entries(properties).map(([name, property]) => buildField(name, property, false, false, context)),
    columns: columns ?? Object.keys(properties),
    links,
    buttons: buttons.map(({ call, ...button }) => ({ ...button, call: buildCall(call) })),
  })
}

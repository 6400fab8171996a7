import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import type { ScreenDefinition } from '../../../generated/definitions.ts'
import type { HubView, LinksView, StateForm, StateItem, StatesView, StateView } from '../../screen.ts'
import { buildCall } from '../actions.ts'
import { buildField, type FieldContext } from '../field.ts'

type LinksDefinition = NonNullable<ScreenDefinition['links']>
type HubDefinition = NonNullable<ScreenDefinition['hub']>
type StatesDefinition = NonNullable<ScreenDefinition['states']>
type ItemDefinition = StatesDefinition['states'][number]['items'][number]
type OneItem = Exclude<ItemDefinition, readonly unknown[]>
type FormDefinition = NonNullable<StatesDefinition['forms']>[string]

/** The context in which items of a page are built: the kinds that there are, and the forms that its states share. */
interface StatesContext {
  readonly fields: FieldContext
  readonly forms: StatesDefinition['forms']
}

/** Switches over what can be linked. */
export const buildLinks = ({ properties, load, ...words }: LinksDefinition, context: FieldContext): LinksView => ({
  ...words,
  load: buildCall(load),
  fields: Object.entries(properties).map(([name, property]) => buildField(name, property, false, false, context)),
})

/** Cards that lead to other screens. */
export const buildHub = ({ open, groups }: HubDefinition): HubView => ({
  open,
  groups: groups.map(({ title, cards }) => ({
    title,
    cards: cards.map(({ states, ...card }) =>
      withoutUndefined({ ...card, states: states?.map(state => withoutUndefined(state)) }),
    ),
  })),
})

/** A page over the only record of a register. */
export const buildStates = (
  { register, load, states, refresh, arrival, forms, always = [] }: StatesDefinition,
  fields: FieldContext,
): StatesView =>
  withoutUndefined({
    register,
    load: load && buildCall(load),
    states: states.map(
      ({ tone, items, ...words }): StateView =>
        withoutUndefined({
          ...words,
          tone: tone ?? 'neutral',
          rows: [...items, ...always].map(item => lineOf(item, { fields, forms })),
        }),
    ),
    refresh: refresh && { ...refresh, call: buildCall(refresh.call) },
    arrival: arrival && withoutUndefined({ ...arrival, call: buildCall(arrival.call) }),
  })

const lineOf = (item: ItemDefinition, context: StatesContext): StateItem[] =>
  (Array.isArray(item) ? item : [item]).map(one => itemOf(one, context))

function itemOf(item: OneItem, context: StatesContext): StateItem {
  if (typeof item === 'string') return { field: item }
  if ('note' in item) return { note: item.note, tone: item.tone ?? 'info' }
  if ('form' in item) return { form: formOf(item.form, context) }
  if ('switch' in item) return withoutUndefined({ ...item, call: item.call && buildCall(item.call) })
  if ('action' in item || 'text' in item) return withoutUndefined(item)
  return item
}

/** One that is named and is not there is told by the check, and has no fields until then. */
function formOf(said: string | FormDefinition, { fields: context, forms = {} }: StatesContext): StateForm {
  const { properties, required, values, ...words } =
    typeof said === 'string' ? (forms[said] ?? { properties: {}, actions: [] }) : said
  const fields = Object.entries(properties).map(([name, property]) =>
    buildField(name, property, required?.includes(name) ?? false, false, context),
  )
  return withoutUndefined({ ...words, fields, values: values ?? {} })
}

import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { Value } from '../../kinds/kind.ts'
import type { Action, Expression, Field, Register, Way } from '../model.ts'
import { rowsBehind } from './beyondList.ts'

type Bare = Omit<Register, 'views'>

/** The actions of the ways that people take: of a row, of several, and of a form. Empty where nobody changes records. */
export function wayActions(register: Bare): Action[] {
  const { change } = register.access
  if (change === undefined || change === 'false' || register.parent) return []
  return register.fields.flatMap(field =>
    (field.ways?.list ?? []).filter(way => !way.server).map(way => actionOf(register, field, way, change)),
  )
}

function actionOf(register: Bare, field: Field, way: Way, change: Expression): Action {
  const asked = (way.ask ?? []).flatMap(name => register.fields.filter(each => each.name === name).map(askedField))
  return withoutUndefined({
    id: way.id,
    title: way.title,
    icon: way.icon,
    place: ['row', 'form', 'bulk'] as const,
    gate: way.gate === undefined ? change : `(${way.gate}) && (${change})`,
    visibleWhen: conditionOf(register, field, way),
    checks: checksOf(register, way),
    danger: way.tone === 'danger',
    main: way.tone === 'positive' ? (true as const) : undefined,
    confirm: way.confirm,
    saveFirst: true as const,
    ask: asked.length === 0 ? undefined : { title: way.title, button: way.title, fields: asked, rules: [] },
    does: {
      call: {
        method: 'POST' as const,
        path: `${register.name}/ways/${way.id}`,
        body: { lojaId: 'store.id', ids: 'selection', ...(asked.length === 0 ? {} : { values: 'asked' }) },
      },
    },
    undo: way.approve ? undefined : (true as const),
    way: true as const,
    success: 'way.told',
  })
}

/** In the dialog a field is demanded and shown, however it stands in the form. */
const askedField = (field: Field): Field => {
  const {
    visibleWhen: _shown,
    requiredWhen: _demanded,
    readOnlyWhen: _kept,
    hidden: _hidden,
    defaultWhen: _first,
    ...rest
  } = field
  return { ...rest, required: true, readOnly: false }
}

/** Where the way begins; a condition that tells nothing closes it without a word. */
function conditionOf(register: Bare, field: Field, { from, to, when, message }: Way): Expression {
  const begins =
    from === undefined
      ? `${field.name} != ${literal(to)}`
      : from
          .filter(value => value !== to)
          .map(value => `${field.name} == ${literal(value)}`)
          .join(' || ')
  const silent = when !== undefined && message === undefined && isAtHand(register, when)
  return silent ? `!isNew && (${begins}) && (${when})` : `!isNew && (${begins})`
}

/** A condition that tells something is asked as the button is pressed; where rows are not at hand, the server answers. */
const checksOf = (register: Bare, { when, message }: Way): Action['checks'] =>
  when !== undefined && message !== undefined && isAtHand(register, when) ? [{ rule: when, message }] : undefined

/** Asked of the record as it stands: one that reads what the way itself changes is left to the server. */
const isAtHand = (register: Bare, when: Expression): boolean =>
  rowsBehind(register, when) === undefined &&
  !register.fields.some(({ name, ways }) => ways && new RegExp(`\\b${name}\\b`).test(when))

const literal = (value: Value): string => (typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : String(value))

import type { ScreenDefinition } from '../../../generated/definitions.ts'
import { holdsYesOrNo, kindByName as kindOf } from '../../../kinds/values.ts'
import { scopeOfFields, scopeOfRegister } from '../../expression.ts'
import type { Register } from '../../model.ts'
import type { StatesView } from '../../screen.ts'
import type { JsonPath } from '../../source/source.ts'
import { anyType, boolType, type Checker, scalarTypes, textType } from '../checker.ts'
import { checkProperty } from '../property.ts'

type StatesDefinition = NonNullable<ScreenDefinition['states']>
type ItemDefinition = StatesDefinition['states'][number]['items'][number]
type OneItem = Exclude<ItemDefinition, readonly unknown[]>
type FormDefinition = NonNullable<StatesDefinition['forms']>[string]

/** A page over the only record of a register: its conditions, its messages, and that it names fields and actions that there are. */
export function checkStates(checker: Checker, value: StatesDefinition, made: StatesView): void {
  const register = checker.register(['states', 'register'], value.register)
  if (!register) return
  const scope = scopeOfRegister(checker.model, register.name)
  const forms = value.forms ?? {}
  const shown = new Map<string, Place>()
  value.states.forEach((state, i) => {
    const path = ['states', 'states', i]
    checker.expression([...path, 'when'], state.when, scope, boolType)
    checker.message([...path, 'text'], state.text)
    if (checker.field([...path, 'since'], register, state.since)) checkMoment(checker, [...path, 'since'], register, state.since)
    // Items of every state are told once, where they are written.
    const lines = i === 0 ? [...state.items, ...(value.always ?? [])] : state.items
    lines.forEach((item, j) => {
      const own = state.items.length
      const line = j < own ? [...path, 'items', j] : ['states', 'always', j - own]
      for (const [k, one] of (Array.isArray(item) ? item : [item]).entries()) {
        const at: Place = [i, j, k]
        if (typeof one !== 'string' && 'form' in one && typeof one.form === 'string') shown.set(one.form, at)
        checkItem(checker, [...line, ...(Array.isArray(item) ? [k] : [])], one, { register, made, at, forms })
      }
    })
  })
  for (const [name, form] of Object.entries(forms)) {
    const at = shown.get(name)
    if (at) checkForm(checker, ['states', 'forms', name], form, { register, made, at, forms })
    else checker.add(['states', 'forms', name], 'form-unused', `No state shows the form "${name}".`, { part: 'key' })
  }
  checker.call(['states', 'load'], value.load, scope)
  checker.call(['states', 'arrival', 'call'], value.arrival?.call, scope)
  for (const code of ['success', 'failure'] as const) checker.message(['states', 'arrival', code], value.arrival?.[code])
  checker.message(['states', 'arrival', 'refused', 'message'], value.arrival?.refused?.message)
  if (!value.refresh) return
  checker.call(['states', 'refresh', 'call'], value.refresh.call, scope)
  checker.expression(['states', 'refresh', 'when'], value.refresh.when, scope, boolType)
}

function checkMoment(checker: Checker, path: JsonPath, register: Register, name: string | undefined): void {
  const field = register.fields.find(each => each.name === name)
  if (field && kindOf(field.kind).time !== 'instant') checker.add(path, 'moment-needed', `The field ${name} holds no moment.`)
}

/** State, line and place in it. */
type Place = readonly [number, number, number]

interface ItemContext {
  readonly register: Register
  readonly made: StatesView
  readonly at: Place
  readonly forms: Readonly<Record<string, FormDefinition>>
}

function checkItem(checker: Checker, path: JsonPath, item: OneItem, context: ItemContext): void {
  const { register } = context
  const scope = scopeOfRegister(checker.model, register.name)
  if (typeof item === 'string') checker.field(path, register, item)
  else if ('note' in item) checker.message([...path, 'note'], item.note)
  else if ('action' in item) checkActionName(checker, [...path, 'action'], item.action, register)
  else if ('form' in item) checkFormItem(checker, [...path, 'form'], item.form, context)
  else if ('switch' in item) checkSwitch(checker, path, item, register)
  else if ('image' in item) checker.expression([...path, 'image'], item.image, scope, textType)
  else if ('link' in item) checker.expression([...path, 'link'], item.link, scope, textType)
  else if ('text' in item) checker.expression([...path, 'text'], item.text, scope, anyType)
  else checker.expression([...path, 'copy'], item.copy, scope, scalarTypes)
}

function checkActionName(checker: Checker, path: JsonPath, name: string, register: Register): void {
  const ids = register.views.actions.map(({ id }) => id)
  checker.oneOf(path, 'action-unknown', `action of ${register.name}`, name, ids)
}

function checkSwitch(checker: Checker, path: JsonPath, item: Extract<OneItem, { switch: unknown }>, register: Register): void {
  const scope = scopeOfRegister(checker.model, register.name)
  if (checker.field([...path, 'switch'], register, item.switch)) {
    const field = register.fields.find(({ name }) => name === item.switch)
    if (field && !holdsYesOrNo(field))
      checker.add([...path, 'switch'], 'boolean-needed', `The field ${item.switch} is of the kind ${field.kind}, not boolean.`)
  }
  checker.call([...path, 'call'], item.call, scope)
  checker.expression([...path, 'enabledWhen'], item.enabledWhen, scope, boolType)
  for (const code of ['hint', 'failure', 'failureOff'] as const) checker.message([...path, code], item[code])
}

function checkFormItem(checker: Checker, path: JsonPath, form: string | FormDefinition, context: ItemContext): void {
  if (typeof form === 'string') checker.oneOf(path, 'form-unknown', 'form of this page', form, Object.keys(context.forms))
  else checkForm(checker, path, form, context)
}

function checkForm(checker: Checker, path: JsonPath, form: FormDefinition, context: ItemContext): void {
  const { register, made, at } = context
  const built = made.states[at[0]]?.rows[at[1]]?.[at[2]]
  const fields = built && 'form' in built ? built.form.fields : []
  const owner = { name: 'the form', fields, lists: [] }
  const scope = scopeOfFields(checker.model, fields)
  for (const [name, property] of Object.entries(form.properties))
    checkProperty(checker, [...path, 'properties', name], name, property, { owner, scope })
  checker.fields([...path, 'required'], owner, form.required)
  for (const [name, expression] of Object.entries(form.values ?? {})) {
    checker.field([...path, 'values', name], owner, name, 'key')
    checker.expression([...path, 'values', name], expression, scopeOfRegister(checker.model, register.name), scalarTypes)
  }
  form.actions.forEach((name, i) => {
    checkActionName(checker, [...path, 'actions', i], name, register)
    const does = register.views.actions.find(({ id }) => id === name)?.does
    const call = does && 'call' in does ? does.call : undefined
    for (const expression of Object.values({ ...call?.query, ...call?.body }))
      for (const [, word = ''] of expression.matchAll(/\basked\.(\w+)/g))
        if (!form.properties[word])
          checker.add([...path, 'actions', i], 'field-unknown', `The action ${name} asks for "${word}", which is no field here.`)
  })
  checker.expression([...path, 'enabledWhen'], form.enabledWhen, scopeOfRegister(checker.model, register.name), boolType)
}

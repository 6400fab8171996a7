import type { Property } from '../../../generated/definitions.ts'
import type { ExpressionScope } from '../../expression.ts'
import type { Field, Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import { boolType, type Checker } from '../checker.ts'
import { checkWritten } from '../expression/writtenValue.ts'

type Owner = Pick<Register, 'name' | 'fields' | 'lists'>
type WayDefinition = NonNullable<Property['ways']>['list'][number]

interface Place {
  readonly owner: Owner
  readonly scope: ExpressionScope
}

/** Ways between options that there are, from where a new record begins to each of them, and a list to write them down in. */
export function checkWays(checker: Checker, path: JsonPath, property: Property, field: Field, place: Place): void {
  const { ways } = property
  if (!ways) return
  const options = new Set((field.choices ?? []).map(({ value }) => String(value)))
  checker.twice(
    [...path, 'list'],
    ways.list.map(({ id }) => id),
    'way',
    i => [i, 'id'],
  )
  const known = ways.list
    .map((way, i) => checkWay(checker, [...path, 'list', i], way, { field, options, ...place }))
    .every(Boolean)
  const lists = new Set(place.owner.lists.map(list => list.name))
  checker.oneOf([...path, 'history'], 'field-unknown', `list of ${place.owner.name}`, ways.history, lists)
  checkStart(checker, path, property, field)
  if (known) checkReached(checker, path, property, field)
}

/** Tells whether its options are known. */
function checkWay(
  checker: Checker,
  at: JsonPath,
  way: WayDefinition,
  { field, options, owner, scope }: Place & { readonly field: Field; readonly options: ReadonlySet<string> },
): boolean {
  const what = `option of ${field.name}`
  const left = (way.from ?? []).map((value, j) =>
    checker.oneOf([...at, 'from', j], 'option-unknown', what, String(value), options),
  )
  const reached = checker.oneOf([...at, 'to'], 'option-unknown', what, String(way.to), options)
  if (way.from?.every(value => value === way.to))
    checker.add([...at, 'to'], 'way-nowhere', `The way "${way.id}" leads to where it begins.`)
  checker.gate([...at, 'gate'], way.gate)
  checker.expression([...at, 'when'], way.when, scope, boolType)
  checker.message([...at, 'message'], way.message)
  checker.message([...at, 'confirm'], way.confirm)
  if (way.message !== undefined && way.when === undefined)
    checker.add([...at, 'message'], 'way-open', 'Nothing tells this message: the way has no "when".', { part: 'key' })
  checker.gate([...at, 'approve', 'gate'], way.approve?.gate, 'people')
  checker.expression([...at, 'approve', 'above'], way.approve?.above, scope, boolType)
  const register = checker.model.registers[owner.name]
  if (way.approve && (way.server || register?.scope !== 'store' || register.parent))
    checker.add(
      [...at, 'approve'],
      'way-approve',
      'Only people of a store approve: not what the server does, and not rows of a list.',
      { part: 'key' },
    )
  checkFields(checker, at, way, field, owner)
  for (const [name, expression] of Object.entries(way.set ?? {}))
    if (checker.field([...at, 'set', name], owner, name, 'key') && register)
      checkWritten(checker, [...at, 'set', name], name, expression, { register, scope })
  return reached && left.every(Boolean)
}

/** Fields that are asked for and set are written by somebody; the choice itself is what the way changes. */
function checkFields(checker: Checker, at: JsonPath, way: WayDefinition, choice: Field, owner: Owner): void {
  const own = (name: string): Field | undefined => owner.fields.find(each => each.name === name)
  way.ask?.forEach((name, j) => {
    if (!checker.field([...at, 'ask', j], owner, name)) return
    const field = own(name)
    if (name === choice.name || field?.readOnly || field?.compute !== undefined)
      checker.add([...at, 'ask', j], 'way-asks', `Nobody can be asked for "${name}": the server or the way itself writes it.`)
  })
  const names = new Set([...owner.fields, ...owner.lists].map(({ name }) => name))
  way.require?.forEach((name, j) => {
    checker.oneOf([...at, 'require', j], 'field-unknown', `field or list of ${owner.name}`, name, names)
  })
  for (const name of Object.keys(way.set ?? {})) {
    const field = own(name)
    if (name === choice.name || field?.compute !== undefined)
      checker.add([...at, 'set', name], 'way-sets', `The way cannot set "${name}": it is computed, or what the way leads to.`, {
        part: 'key',
      })
    if (way.ask?.includes(name))
      checker.add([...at, 'set', name], 'way-sets', `"${name}" is asked for, and would be set over what was said.`, {
        part: 'key',
      })
  }
}

/** A choice that is never empty begins somewhere: nobody is asked for the state of what is new. */
function checkStart(checker: Checker, path: JsonPath, { ways }: Property, field: Field): void {
  if (ways?.empty || field.default !== undefined || field.defaultWhen !== undefined || field.readOnly) return
  const message = 'A choice with ways begins somewhere: give it a "default", or say "empty": true.'
  checker.add(path, 'ways-start', message, { part: 'key' })
}

/** Options to which ways lead from the beginning. What the server keeps may come to any of them. */
function checkReached(checker: Checker, path: JsonPath, { ways, oneOf = [] }: Property, field: Field): void {
  if (!ways || field.readOnly || field.defaultWhen !== undefined) return
  const reached = new Set<unknown>([field.default ?? null])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const { from, to } of ways.list) if (from?.some(one => reached.has(one)) ?? true) reached.add(to)
  }
  oneOf.forEach(({ const: value }, i) => {
    if (!reached.has(value)) checker.add([...path.slice(0, -1), 'oneOf', i], 'option-unreached', `No way leads to "${value}".`)
  })
}

/** An action names a way that people take; who listens names \`any\`. */
export function checkActionWay(
  checker: Checker,
  path: JsonPath,
  way: string | undefined,
  register: Register,
  whose: 'people' | 'any' = 'people',
  word = 'way',
): void {
  const all = register.fields.flatMap(({ ways: own }) => own?.list ?? [])
  const ways = whose === 'any' ? all : all.filter(each => !each.server)
  checker.oneOf([...path, word], 'way-unknown', `way of ${register.name}`, way, new Set(ways.map(({ id }) => id)))
}

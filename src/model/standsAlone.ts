import { namesUsedBy } from './expression.ts'
import type { Expression, Model, Register } from './model.ts'

const clearing = new WeakMap<Register, boolean>()

/** Tells whether something of a record or of its rows is emptied while it is hidden. */
export function clearsFields(model: Model, register: Register): boolean {
  const known = clearing.get(register)
  if (known !== undefined) return known
  const own = register.fields.some(field => field.clearWhenHidden)
  const found = own || register.lists.some(list => model.registers[list.register]?.fields.some(field => field.clearWhenHidden))
  clearing.set(register, found)
  return found
}

const alone = new WeakMap<Register, boolean>()

/** Tells whether rows of a child register are right or wrong by themselves, whatever their parent holds and whenever they are checked. */
export function standsAlone(model: Model, name: string): boolean {
  const register = model.registers[name]
  if (!register) return false
  const known = alone.get(register)
  if (known !== undefined) return known
  const uses = expressionsOfCheck(register).flatMap(expression => namesUsedBy(model, name, expression))
  const found = register.lists.length === 0 && !uses.some(used => used === 'parent' || used === 'now' || used === 'today')
  alone.set(register, found)
  return found
}

/** The expressions that are asked where a record is checked. */
export const expressionsOfCheck = ({ fields, lists, rules }: Register): readonly Expression[] =>
  [
    ...fields.flatMap(({ visibleWhen, requiredWhen, readOnlyWhen, compute }) => [
      visibleWhen,
      requiredWhen,
      readOnlyWhen,
      compute,
    ]),
    ...lists.map(list => list.visibleWhen),
    ...rules.map(({ rule }) => rule),
  ].filter(expression => expression !== undefined)

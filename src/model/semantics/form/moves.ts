import type { Property } from '../../../generated/definitions.ts'
import type { ExpressionScope } from '../../expression.ts'
import type { Field, Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import { boolType, type Checker } from '../checker.ts'

/** Ways between options that there are, from where a new record begins to each of them, and a list to write them down in. */
export function checkMoves(
  checker: Checker,
  path: JsonPath,
  property: Property,
  field: Field,
  { owner, scope }: { readonly owner: Pick<Register, 'name' | 'lists'>; readonly scope: ExpressionScope },
): void {
  const { moves } = property
  if (!moves) return
  const options = new Set((field.choices ?? []).map(({ value }) => String(value)))
  let known = true
  moves.ways.forEach(({ from = [], to = [], when, message }, i) => {
    const at = [...path, 'ways', i]
    for (const [word, values] of [
      ['from', from],
      ['to', to],
    ] as const)
      values.forEach((value, j) => {
        known = checker.oneOf([...at, word, j], 'option-unknown', `option of ${field.name}`, String(value), options) && known
      })
    checker.expression([...at, 'when'], when, scope, boolType)
    checker.message([...at, 'message'], message)
  })
  const lists = new Set(owner.lists.map(list => list.name))
  checker.oneOf([...path, 'history'], 'field-unknown', `list of ${owner.name}`, moves.history, lists)
  checkStart(checker, path, property, field)
  if (known) checkReached(checker, path, property, field)
}

/** A choice that is never empty begins somewhere: nobody is asked for the state of what is new. */
function checkStart(checker: Checker, path: JsonPath, { moves }: Property, field: Field): void {
  if (moves?.empty || field.default !== undefined || field.defaultWhen !== undefined || field.readOnly) return
  const message = 'A choice that moves begins somewhere: give it a "default", or say "empty": true.'
  checker.add(path, 'moves-start', message, { part: 'key' })
}

/** Options to which ways lead from the beginning. What the server keeps may come to any of them. */
function checkReached(checker: Checker, path: JsonPath, { moves, oneOf = [] }: Property, field: Field): void {
  if (!moves || field.readOnly || field.defaultWhen !== undefined) return
  const reached = new Set<unknown>([field.default ?? null])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const { from, to } of moves.ways)
      if (from?.some(one => reached.has(one)) ?? true)
        for (const value of to ?? oneOf.map(option => option.const)) reached.add(value)
  }
  oneOf.forEach(({ const: value }, i) => {
    if (!reached.has(value)) checker.add([...path.slice(0, -1), 'oneOf', i], 'option-unreached', `No way leads to "${value}".`)
  })
}

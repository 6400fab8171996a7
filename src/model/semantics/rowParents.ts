import type { Rule } from '../../generated/definitions.ts'
import { readsOf } from '../expression.ts'
import type { Expression, Model, Register } from '../model.ts'
import { fieldOf } from '../register.ts'
import type { RegisterSource } from '../source/definitions.ts'
import type { JsonPath } from '../source/source.ts'
import type { Checker } from './checker.ts'

const words = ['compute', 'defaultWhen', 'requiredWhen', 'visibleWhen', 'readOnlyWhen'] as const

/** Rows that are records of their own know the record that they belong to as `parent`, and one record only. */
export function checkRowParents(checker: Checker, { value }: RegisterSource, register: Register): void {
  const { model } = checker
  const holders = holdersOf(model, register)
  if (holders.length === 0 || fieldOf(register, 'parent')) return
  const references = new Set(holders.flatMap(({ by }) => fieldOf(register, by)?.reference?.as ?? []))
  const owners = new Set(holders.map(({ owner }) => owner))
  for (const { path, expression } of expressionsOf(value.properties, value.register.rules ?? [])) {
    const reads = readsOf(model, register.name, expression)
    const read = reads.find(([first, member]) => member !== undefined && references.has(first ?? ''))
    if (read)
      checker.add(
        path,
        'row-parent',
        `In a list "${read.join('.')}" is what was saved before, not what is being saved: say "parent.${read.slice(1).join('.')}".`,
      )
    else if (owners.size > 1 && reads.some(([first]) => first === 'parent'))
      checker.add(
        path,
        'row-parent',
        `"parent" may be a record of ${[...owners].join(' or ')}: rows of several registers read none.`,
      )
  }
}

interface PlacedExpression {
  readonly path: JsonPath
  readonly expression: Expression
}

function expressionsOf(properties: RegisterSource['value']['properties'], rules: readonly Rule[]): PlacedExpression[] {
  const own = Object.entries(properties).flatMap(([name, property]) =>
    words.flatMap(word => {
      const expression = property[word]
      return expression === undefined ? [] : [{ path: ['properties', name, word], expression }]
    }),
  )
  return [...own, ...rules.map(({ rule }, i) => ({ path: ['register', 'rules', i, 'rule'], expression: rule }))]
}

/** The registers with a list of these rows, without their views, and the field by which rows belong to it. */
const holdersOf = (model: Model, register: Register): { readonly owner: string; readonly by: string }[] =>
  Object.values(model.registers).flatMap(({ name, from, lists }) =>
    from ? [] : lists.filter(list => list.register === register.name).map(({ by }) => ({ owner: name, by })),
  )

import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import type { Property, Shape } from '../../../generated/definitions.ts'
import type { ValueOptions } from '../../../kinds/kind.ts'
import type { ResultColumn, ResultShape } from '../../report.ts'
import { defaultTitleOf, type FieldContext, valueOptions } from '../field.ts'

/** The words of the field that a statement of a plan brings under a name: its kind with its choices. */
export type WordsOfPlans = (statement: string, name: string) => Pick<ValueOptions, 'kind' | 'choices' | 'others'> | undefined

/** A value of the answer: its kind is never asked for, so nothing is required. `words` are those of its field, for a column that has none of its own. */
function buildColumn(name: string, shape: Shape, context: FieldContext, words: ReturnType<WordsOfPlans>): ResultColumn {
  const { type, title, format, decimals, oneOf, reference, additive, of } = shape
  const property = withoutUndefined({ type, format, decimals, oneOf, reference }) as Property
  const fields = title === undefined && of !== undefined ? context.fieldTitle?.(of) : undefined
  const named = { title: title ?? fields ?? defaultTitleOf(name), titleOf: fields === undefined ? undefined : of }
  const plain = format === undefined && oneOf === undefined && reference === undefined
  const own = { ...(plain ? words : undefined), name, ...named, additive: additive === false ? additive : undefined, of }
  return withoutUndefined({ ...valueOptions(name, property, false, context), ...own })
}

/** Tells whether a part of an answer is a plain value. */
export const isValueShape = ({ properties, items }: Shape): boolean => properties === undefined && items === undefined

/** The statement that brings a part of an answer, when it says none. */
const statementOf = (shape: Shape, name: string): string =>
  shape.from ?? (name === '' ? (shape.items === undefined ? 'totals' : 'rows') : name)

/** The answer as the server puts it together. `name` is that of the member; the answer itself has none, and `around` is its record's statement. */
export function buildResult(shape: Shape, context: FieldContext, wordsOf: WordsOfPlans, name = '', around = ''): ResultShape {
  const { properties, items, maxItems, keyed, value, tree, sum } = shape
  const columnOf = (from: string, each: string, its: Shape) => buildColumn(each, its, context, wordsOf(from, each))
  if (items) {
    const statement = statementOf(shape, name)
    const columns = Object.entries(items.properties).map(([each, its]) => columnOf(statement, each, its))
    if (keyed) return withoutUndefined({ is: 'keyed' as const, by: keyed, columns, value, statement })
    if (tree) return { is: 'tree', ...tree, columns, statement }
    return withoutUndefined({ is: 'rows' as const, columns, statement, most: maxItems })
  }
  if (properties === undefined) return withoutUndefined({ is: 'value' as const, column: columnOf(around, name, shape), sum })
  const own = Object.values(properties).some(each => isValueShape(each) && each.sum === undefined)
  const statement = own || shape.from !== undefined ? statementOf(shape, name) : undefined
  const memberOf = ([member, each]: [string, Shape]) => [member, buildResult(each, context, wordsOf, member, statement)] as const
  return withoutUndefined({
    is: 'record' as const,
    members: Object.fromEntries(Object.entries(properties).map(memberOf)),
    statement,
  })
}

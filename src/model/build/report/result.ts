import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import type { Property, Shape } from '../../../generated/definitions.ts'
import type { ResultColumn, ResultShape } from '../../report.ts'
import { defaultTitleOf, type FieldContext, valueOptions } from '../field.ts'

/** A value of the answer: its kind is never asked for, so nothing is required. */
function buildColumn(name: string, shape: Shape, context: FieldContext): ResultColumn {
  const { type, title, format, decimals, oneOf, reference, additive, of } = shape
  const property = withoutUndefined({ type, format, decimals, oneOf, reference }) as Property
  const fields = title === undefined && of !== undefined ? context.fieldTitle?.(of) : undefined
  const named = { title: title ?? fields ?? defaultTitleOf(name), titleOf: fields === undefined ? undefined : of }
  const own = { name, ...named, additive: additive === false ? additive : undefined, of }
  return withoutUndefined({ ...valueOptions(name, property, false, context), ...own })
}

const columnsOf = (properties: Readonly<Record<string, Shape>>, context: FieldContext): ResultColumn[] =>
  Object.entries(properties).map(([name, each]) => buildColumn(name, each, context))

/** Tells whether a part of an answer is a plain value. */
export const isValueShape = ({ properties, items }: Shape): boolean => properties === undefined && items === undefined

/** The statement that brings a part of an answer, when it says none. */
const statementOf = (shape: Shape, name: string): string =>
  shape.from ?? (name === '' ? (shape.items === undefined ? 'totals' : 'rows') : name)

/** The answer as the server puts it together. `name` is that of the member; the answer itself has none. */
export function buildResult(shape: Shape, context: FieldContext, name = ''): ResultShape {
  const { properties, items, keyed, value, tree, sum } = shape
  if (items) {
    const columns = columnsOf(items.properties, context)
    const statement = statementOf(shape, name)
    if (keyed) return withoutUndefined({ is: 'keyed' as const, by: keyed, columns, value, statement })
    return tree ? { is: 'tree', ...tree, columns, statement } : { is: 'rows', columns, statement }
  }
  if (properties === undefined) return withoutUndefined({ is: 'value' as const, column: buildColumn(name, shape, context), sum })
  const own = Object.values(properties).some(each => isValueShape(each) && each.sum === undefined)
  return withoutUndefined({
    is: 'record' as const,
    members: Object.fromEntries(Object.entries(properties).map(([member, each]) => [member, buildResult(each, context, member)])),
    statement: own || shape.from !== undefined ? statementOf(shape, name) : undefined,
  })
}

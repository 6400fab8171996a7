import type { ChildList, Expression, Field } from '../model.ts'

interface Rows {
  readonly fields: readonly Pick<Field, 'name' | 'stored' | 'compute'>[]
  readonly lists: readonly Pick<ChildList, 'name'>[]
}

/** The names that an expression may read: texts in it name nothing. */
const namesIn = (expression: Expression): readonly string[] =>
  expression.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''").match(/(?<![.\w])[A-Za-z_]\w*/g) ?? []

/**
 * The child list that an expression over a record needs, also through what is computed and not kept; undefined where it needs none. A list, a file
 * or a filter has records without their rows, and would take a sum of nothing for the answer.
 */
export function rowsBehind({ fields, lists }: Rows, expression: Expression, seen: readonly string[] = []): string | undefined {
  for (const name of namesIn(expression)) {
    if (lists.some(list => list.name === name)) return name
    const field = fields.find(one => one.name === name)
    if (!field || field.stored || field.compute === undefined || seen.includes(name)) continue
    const behind = rowsBehind({ fields, lists }, field.compute, [...seen, name])
    if (behind !== undefined) return behind
  }
  return undefined
}

/** The same of a field: one that is kept stands in its column, whatever it was computed from. */
export const rowsBehindField = (register: Rows, field: Pick<Field, 'name' | 'stored' | 'compute'>): string | undefined =>
  field.stored || field.compute === undefined ? undefined : rowsBehind(register, field.compute, [field.name])

import { rowsBehind } from '../../build/beyondList.ts'
import { namesUsedBy } from '../../expression.ts'
import type { Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

export const tellRowsNotRead = (checker: Checker, path: JsonPath, what: string, rows: string): void =>
  checker.add(
    path,
    'rows-not-read',
    `A list has records without their rows, and "${what}" is computed from ${rows}: keep it, without "stored": false.`,
  )

/** Demands that an expression over each record of a list reads what lists read: no rows, and nothing that a form alone works out. */
export function demandReadByList(checker: Checker, path: JsonPath, expression: string | undefined, register: Register): void {
  if (expression === undefined) return
  const rows = rowsBehind(register, expression)
  if (rows !== undefined) tellRowsNotRead(checker, path, 'the expression', rows)
  const names = new Set(namesUsedBy(checker.model, register.name, expression))
  const computed = register.fields.find(field => names.has(field.name) && !field.stored && field.compute !== undefined)
  if (computed && rows === undefined)
    checker.add(
      path,
      'computed-not-read',
      `A list has only fields that are kept, and "${computed.name}" is not: say what it is computed from, or keep it, without "stored": false.`,
    )
}

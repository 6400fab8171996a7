import type { Unique } from '../model.ts'
import { isEmpty } from './isEmpty.ts'
import { takesPart } from './takesPart.ts'

/** A row whose values another one of its parent has already, where these must differ. */
export interface RepeatedRow {
  readonly index: number
  /** The field that tells it. */
  readonly field: string
  readonly message: string
}

/**
 * Rows of one parent that say the same where they must differ.
 *
 * @param by the rows' field that names their parent
 */
export function repeatedChildRows(
  unique: readonly Unique[],
  by: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): RepeatedRow[] {
  const repeated: RepeatedRow[] = []
  for (const one of unique) {
    const seen = new Set<string>()
    const names = one.fields.filter(name => name !== by)
    rows.forEach((row, index) => {
      const values = names.map(name => row[name])
      if (row.deletar === true || (!one.emptyAlike && values.some(isEmpty)) || !takesPart({ ...one, fields: [] }, row)) return
      const key = JSON.stringify(
        values.map(value => (isEmpty(value) ? null : typeof value === 'string' ? value.toLowerCase() : value)),
      )
      if (seen.has(key)) repeated.push({ index, field: names[0] ?? '', message: one.message })
      seen.add(key)
    })
  }
  return repeated
}

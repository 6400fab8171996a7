import { isRecord } from '../../../base/record.ts'
import { isFileValue } from '../../../kinds/file/isFile.ts'

/** Tells whether two field values are the same; an absent one, null and an empty text all are empty. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isEmptyValue(a) || isEmptyValue(b)) return isEmptyValue(a) && isEmptyValue(b)
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => equal(item, b[at]))
  if (isFileValue(a) && isFileValue(b)) return a.url === b.url
  return isRecord(a) && isRecord(b) && JSON.stringify(a) === JSON.stringify(b)
}

export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Tells whether a value is the record that a reference points at, which comes and goes with it. */
export const isIncluded = (value: unknown): boolean => isRecord(value) && !isFileValue(value)

import { recordsIn } from '../../base/record.ts'

type Row = Readonly<Record<string, unknown>>

/** The labels of the records that a row brings along for several keys, by key: of the field that names records of their register, or told as `label`. */
export function includedLabels(
  row: Row | undefined,
  as: string | undefined,
  labelField: string | undefined,
): ReadonlyMap<unknown, string> {
  const found = new Map<unknown, string>()
  for (const record of recordsIn(as === undefined ? undefined : row?.[as])) {
    const text = (labelField === undefined ? undefined : record[labelField]) ?? record.label
    if (text !== null && text !== undefined && text !== '') found.set(record.id, String(text))
  }
  return found
}

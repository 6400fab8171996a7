import type { Register } from '../../model/model.ts'
import type { Rec } from './rows.ts'

const ofTheRecord: ReadonlySet<string> = new Set(['id', 'version', 'createdAt', 'updatedAt'])

/** A copy to save as a new record: without id, dates and photo, without what the definition says is its own, rows without ids. */
export function cloneRecord(register: Register, record: Rec, registerOf: (name: string) => Register | undefined): Rec {
  const copy: Record<string, unknown> = {}
  if (record.lojaId !== undefined) copy.lojaId = record.lojaId
  for (const field of register.fields) {
    const own =
      ofTheRecord.has(field.name) ||
      field.name === 'lojaId' ||
      field.readOnly ||
      field.secret ||
      !field.clone ||
      field.kind === 'image'
    if (own || record[field.name] === undefined) continue
    copy[field.name] = record[field.name]
    const as = field.reference?.as
    if (as !== undefined && record[as] !== undefined) copy[as] = record[as]
  }
  for (const list of register.lists) {
    const rows = record[list.name]
    const child = registerOf(list.register)
    if (!list.clone || !Array.isArray(rows)) continue
    copy[list.name] = rows.map((row: Rec) => (child ? cloneRow(child, row, list.by, registerOf) : row))
  }
  return copy
}

function cloneRow(child: Register, row: Rec, by: string, registerOf: (name: string) => Register | undefined): Rec {
  const { lojaId: _, [by]: __, ...copy } = cloneRecord(child, row, registerOf)
  return copy
}

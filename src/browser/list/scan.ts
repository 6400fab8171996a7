import type { Field, Register } from '../../model/model.ts'
import { fetchRows, type Row } from '../data/rows.ts'

/** Fields that a scanned number names a record by: its code, and its EAN. */
const codes = ({ code, fields }: Register): readonly Field[] =>
  fields.filter(field => field.stored && !field.secret && (field.name === code || field.refine?.check === 'ean'))

/** What a scanner types: digits and nothing else. */
export const isScanned = (text: string): boolean => /^\d{1,20}$/.test(text.trim())

/** The one record that has this number as its code or EAN; undefined when none or several have. */
export async function findScanned(register: Register, text: string): Promise<Row | undefined> {
  const digits = text.trim()
  const fields = codes(register)
  if (fields.length === 0 || !isScanned(digits)) return undefined
  const is = fields.map(field => ({ [field.name]: field.kind === 'integer' ? Number(digits) : digits }))
  const where = is.length === 1 ? is[0] : { or: is }
  const { rows } = await fetchRows(register.name, { ...(where ? { where } : {}), limit: 2 })
  return rows.length === 1 ? rows[0] : undefined
}

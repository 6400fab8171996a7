import { isNumberKind } from '../../../kinds/numbers.ts'
import type { Register } from '../../../model/model.ts'
import { identifyingFields } from '../../../model/register.ts'
import { fetchRowsPage, type RegisterRow } from '../../data/registerRows.ts'

import { isScannedCode } from './scannedCode.ts'

/** The one record that this number names, by its code or bar code; undefined when none or several have it. */
export async function findScannedRecord(register: Register, text: string): Promise<RegisterRow | undefined> {
  const digits = text.trim()
  const fields = identifyingFields(register)
  if (fields.length === 0 || !isScannedCode(digits)) return undefined
  const is = fields.map(field => ({ [field.name]: isNumberKind(field) ? Number(digits) : digits }))
  const where = is.length === 1 ? is[0] : { or: is }
  const { rows } = await fetchRowsPage(register.name, { ...(where ? { where } : {}), limit: 2 })
  return rows.length === 1 ? rows[0] : undefined
}

import { archivedRegisters } from '../../model/archive/archivedRegisters.ts'
import type { Model, Register } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import type { ArchivedTable } from './yearHead.ts'

/** The tables whose rows leave with records of a register, as they are in the database. */
export async function archivedTables(q: Queries, model: Model, register: Register): Promise<ArchivedTable[]> {
  const tables: ArchivedTable[] = []
  for (const { register: each, parent } of archivedRegisters(model, register)) {
    const name = `public.${quotedIdentifier(each.table)}`
    const first = ['lojaId', 'id', ...(parent ? [parent.by] : [])]
    const { rows } = await q.query<{ name: string }>(
      `SELECT a.attname AS name FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       ORDER BY a.attnum`,
      [name],
    )
    const rest = rows.map(row => row.name).filter(column => !first.includes(column))
    tables.push({
      name,
      columns: [...first, ...rest].map(quotedIdentifier),
      ...(parent ? { parent: { at: parent.at, by: quotedIdentifier(parent.by) } } : {}),
    })
  }
  return tables
}

/** The register whose years may leave. @throws Error where definitions let none go, or several and none of them was named */
export function archivedRegister(model: Model, name?: string): Register {
  const all = Object.values(model.registers).filter(register => register.archive)
  const names = all.map(register => register.name).join(', ')
  const [found, other] = name === undefined ? all : all.filter(register => register.name === name)
  if (!found)
    throw new Error(
      name === undefined ? 'No definition has the word archive.' : `${name} has no word archive; there are: ${names}.`,
    )
  if (other) throw new Error(`Say which: --register with one of ${names}.`)
  return found
}

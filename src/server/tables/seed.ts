import { asValue } from '../../kinds/asValue.ts'
import { columnOf } from '../../kinds/columns.ts'
import type { Model, Register } from '../../model/model.ts'
import type { Queries } from '../access/caller.ts'
import { quotedIdentifier } from './sqlNames.ts'

/** Puts the rows that global registers start with into their tables: once, and only while these are empty. */
export const seedTables = async (q: Queries, model: Model): Promise<void> => {
  for (const register of Object.values(model.registers)) if (register.seed) await seed(q, register, register.seed)
}

const seed = async (q: Queries, register: Register, rows: NonNullable<Register['seed']>): Promise<void> => {
  const done = await q.query(`INSERT INTO system.settings (name, value) VALUES ($1, 'true') ON CONFLICT (name) DO NOTHING`, [
    `seed ${register.name}`,
  ])
  if (done.rowCount === 0) return
  const table = quotedIdentifier(register.table)
  if ((await q.query(`SELECT FROM ${table} LIMIT 1`)).rows.length > 0) return
  for (const row of rows) {
    const fields = register.fields.filter(field => field.name in row)
    const names = fields.map(field => quotedIdentifier(field.name)).join(', ')
    const values = fields.map(field => columnOf(field.kind).toRow(asValue(row[field.name]), field))
    await q.query(`INSERT INTO ${table} (${names}) VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')})`, values)
  }
}

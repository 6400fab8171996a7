import { createHash } from 'node:crypto'
import { asValue } from '../../kinds/asValue.ts'
import { columnOf } from '../../kinds/columns.ts'
import type { Model, Register } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { quotedIdentifier } from './sqlNames.ts'

/**
 * Puts the rows that global registers start with into their tables: once, and again where a release brings others. A record that is there already, by what
 * is unique of it, stays what it is.
 */
export const seedTables = async (q: Queries, model: Model): Promise<void> => {
  for (const register of Object.values(model.registers)) if (register.seed) await seed(q, register, register.seed)
}

type Rows = NonNullable<Register['seed']>

const seed = async (q: Queries, register: Register, rows: Rows): Promise<void> => {
  const version = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  const { rows: known } = await q.query<{ value: unknown }>('SELECT value FROM system.settings WHERE name = $1', [
    `seed ${register.name}`,
  ])
  // Registers that were filled before versions were kept stay as people made them.
  if (known[0]?.value === version || known[0]?.value === true) return
  await insertSeed(q, register, rows)
  await q.query(
    'INSERT INTO system.settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value',
    [`seed ${register.name}`, JSON.stringify(version)],
  )
}

const insertSeed = async (q: Queries, register: Register, rows: Rows): Promise<void> => {
  const fields = register.fields.filter(({ name }) => rows.some(row => name in row))
  const values: unknown[] = []
  const lines = rows.map(row => {
    const cells = fields.map(field => {
      if (!(field.name in row)) return 'DEFAULT'
      values.push(columnOf(field.kind).toRow(asValue(row[field.name]), field))
      return `$${values.length}`
    })
    return `(${cells.join(', ')})`
  })
  const names = fields.map(field => quotedIdentifier(field.name)).join(', ')
  await q.query(
    `INSERT INTO ${quotedIdentifier(register.table)} (${names}) VALUES ${lines.join(', ')} ON CONFLICT DO NOTHING`,
    values,
  )
}

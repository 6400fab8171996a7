import { createHash } from 'node:crypto'
import { registerOfRole } from '../../../model/access/roles.ts'
import type { Model, Register, StaffRole } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import { quotedIdentifier, quotedIdentifiers } from '../../tables/sqlNames.ts'
import { nextVersion } from './rowStatements.ts'

/** Returns the records of the roles that the product brings, as each store has them. */
export const shippedRoleRows = ({ staffRoles, flags }: Model): Record<string, string | boolean>[] =>
  staffRoles.map(role => rowOf(role, flags))

const rowOf = ({ name, title, help, flags: given }: StaffRole, flags: Model['flags']): Record<string, string | boolean> => ({
  nome: title,
  descricao: help ?? '',
  modelo: name,
  ...Object.fromEntries(flags.map(flag => [flag.name, given.includes(flag.name)])),
})

/**
 * Brings the roles that the product ships to every store, and to the people who have them, where a release says something else of them. A store that calls a
 * role of its own so keeps its own; one that the product no longer ships becomes the store's.
 */
export async function keepShippedRoles(q: Queries, model: Model): Promise<void> {
  const register = registerOfRole(model, 'staffRoles')
  const stores = registerOfRole(model, 'store')
  if (!register || !stores) return
  const rows = shippedRoleRows(model)
  const version = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  const { rows: known } = await q.query<{ value: unknown }>('SELECT value FROM system.settings WHERE name = $1', [setting])
  if (known[0]?.value === version) return
  const table = quotedIdentifier(register.table)
  for (const row of rows) await keepRole(q, table, quotedIdentifier(stores.table), row)
  await q.query(`UPDATE ${table} SET modelo = NULL, ${nextVersion()} WHERE modelo IS NOT NULL AND NOT modelo = ANY($1::text[])`, [
    rows.map(({ modelo }) => modelo),
  ])
  const flags = model.flags.map(({ name }) => name)
  await spreadFlags(q, model, register, flags)
  await q.query(
    'INSERT INTO system.settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value',
    [setting, JSON.stringify(version)],
  )
}

const setting = 'shipped roles'

async function keepRole(q: Queries, table: string, stores: string, row: Record<string, string | boolean>): Promise<void> {
  const names = Object.keys(row)
  const columns = quotedIdentifiers(names)
  const values = names.map((name, at) => `$${at + 1}::${typeof row[name] === 'boolean' ? 'boolean' : 'text'}`)
  const params = Object.values(row)
  const same = names.map((name, at) => `${quotedIdentifier(name)} IS NOT DISTINCT FROM ${values[at]}`).join(' AND ')
  const set = names.map((name, at) => `${quotedIdentifier(name)} = ${values[at]}`).join(', ')
  const modelo = values[names.indexOf('modelo')]
  await q.query(`UPDATE ${table} SET ${set}, ${nextVersion()} WHERE modelo = ${modelo} AND NOT (${same})`, params)
  await q.query(
    `INSERT INTO ${table} ("lojaId", ${columns}) SELECT s.id, ${values.join(', ')} FROM ${stores} s
     WHERE NOT EXISTS (SELECT FROM ${table} r WHERE r."lojaId" = s.id AND r.modelo = ${modelo}) ON CONFLICT DO NOTHING`,
    params,
  )
}

/** The people who have a shipped role get what it says now. */
async function spreadFlags(q: Queries, model: Model, register: Register, flags: readonly string[]): Promise<void> {
  const memberships = registerOfRole(model, 'memberships')
  const link = memberships?.fields.find(({ reference }) => reference?.to === register.name)
  if (!memberships || !link || flags.length === 0) return
  const names = flags.map(quotedIdentifier)
  const set = names.map(name => `${name} = r.${name}`).join(', ')
  const differs = names.map(name => `m.${name} IS DISTINCT FROM r.${name}`).join(' OR ')
  await q.query(
    `UPDATE ${quotedIdentifier(memberships.table)} m SET ${set}, ${nextVersion('m.')} FROM ${quotedIdentifier(register.table)} r
     WHERE r."lojaId" = m."lojaId" AND r.id = m.${quotedIdentifier(link.name)} AND r.modelo IS NOT NULL AND (${differs})`,
  )
}

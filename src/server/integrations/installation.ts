import type { Model } from '../../model/model.ts'
import type { RegisterChange } from '../access/registerChange.ts'
import { holdInStore } from '../database/holdInStore.ts'
import type { Queries } from '../database/queries.ts'
import { secretsOfInstallation } from '../database/secret.ts'
import type { OperationContext } from '../operations/operation.ts'
import { type Table, tableOf } from '../query/table.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import { claimValues, demandProof, releaseClaims } from '../write/store/claims.ts'
import { openSecret } from '../write/store/openSecret.ts'
import { nextVersion, toColumn } from '../write/store/rowStatements.ts'

type Values = Readonly<Record<string, unknown>>

/** Where the installations of a partner are kept: the one record that each store has of a register. */
export interface InstallationContext {
  readonly model: Model
  readonly dataDir: string
  publish(change: RegisterChange): void
}

/**
 * The installations of a partner by store. They are the server's alone: tokens are sealed, no history tells them, and an uninstalled one is gone, so
 * that nothing brings a token back.
 */
export interface Installations {
  /** The record with its secrets opened; held until the transaction ends where `hold` says so. */
  read(q: Queries, lojaId: number, hold?: boolean): Promise<Values | undefined>
  /** These fields of the record, as `read` gives them. */
  readFields(q: Queries, lojaId: number, fields: readonly string[]): Promise<Values | undefined>
  /** Makes the record, or changes these fields of it. */
  write(q: Queries, lojaId: number, values: Values): Promise<void>
  /** Tells whether there was one; of a caller that names the record's key, whether it was this one: an old page takes nothing newer away. */
  remove(q: Queries, lojaId: number, id?: number): Promise<boolean>
  /** Tells browsers, once the transaction stands. */
  tell(lojaId: number): void
}

export function installationsOf(register: string, { model, dataDir, publish }: InstallationContext): Installations {
  const table = tableOf(model, register)
  const secrets = secretsOfInstallation(dataDir)
  const names = table.columns.map(({ name }) => name)
  const shown = (fields: readonly string[]): string => fields.map(name => `${quotedIdentifier(name)}::text`).join(', ')
  const opened = (row: Readonly<Record<string, string | null>>, fields: readonly string[]): Values =>
    Object.fromEntries(fields.map(name => [name, readable(table, name, row[name] ?? null, dataDir)]))
  return {
    async read(q, lojaId, hold = false) {
      // First installations of one store wait for each other.
      if (hold) await holdInStore(q, lojaId, `single ${table.register.table}`)
      const { rows } = await q.query<Record<string, string | null>>(
        `SELECT ${shown(names)} FROM ${table.sql} WHERE "lojaId" = $1 LIMIT 1${hold ? ' FOR UPDATE' : ''}`,
        [lojaId],
      )
      const [row] = rows
      return row && opened(row, names)
    },
    async readFields(q, lojaId, fields) {
      const { rows } = await q.query<Record<string, string | null>>(
        `SELECT ${shown(fields)} FROM ${table.sql} WHERE "lojaId" = $1 LIMIT 1`,
        [lojaId],
      )
      const [row] = rows
      return row && opened(row, fields)
    },
    async write(q, lojaId, values) {
      const given = Object.keys(values)
      const columns = given.map(quotedIdentifier)
      const params = given.map(name => toColumn(table, name, values[name], { secrets }))
      const set = [...columns.map((column, at) => `${column} = $${at + 2}`), nextVersion()].join(', ')
      demandProof(table, values)
      const changed = await q.query<{ id: string }>(`UPDATE ${table.sql} SET ${set} WHERE "lojaId" = $1 RETURNING id`, [
        lojaId,
        ...params,
      ])
      const places = ['$1', ...columns.map((_, at) => `$${at + 2}`)].join(', ')
      const { rows } =
        changed.rowCount > 0
          ? changed
          : await q.query<{ id: string }>(
              `INSERT INTO ${table.sql} (${['"lojaId"', ...columns].join(', ')}) VALUES (${places}) RETURNING id`,
              [lojaId, ...params],
            )
      const written = rows.map(({ id }) => ({ id, lojaId, columns: values }))
      await claimValues(table, written, q)
    },
    async remove(q, lojaId, id) {
      const removed = await q.query<{ id: string }>(
        `DELETE FROM ${table.sql} WHERE "lojaId" = $1 AND ($2::bigint IS NULL OR id = $2) RETURNING id`,
        [lojaId, id ?? null],
      )
      const gone = removed.rows.map(row => row.id)
      await releaseClaims(table, lojaId, gone, q)
      return removed.rowCount > 0
    },
    tell: lojaId => publish({ register, lojaId, ids: [] }),
  }
}

/** The same within a call. */
export const installationsIn = <I>(register: string, { model, writing, publish }: OperationContext<I>): Installations =>
  installationsOf(register, { model, dataDir: writing.service.dataDir, publish })

const readable = (table: Table, name: string, value: string | null, dataDir: string): unknown =>
  table.byName.get(name)?.field.secret ? openSecret({ dataDir }, table, name, value) : value

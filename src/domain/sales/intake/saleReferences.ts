import { membersOf } from '../../../base/record.ts'
import type { Model } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { type ColumnOf, type Queries, type Table, tableOf } from '../../../server/domain.ts'
import type { Sale } from './sale.ts'

/** A key that a sale holds, the register that it is of, and where it stands in the sale. */
interface HeldKey {
  readonly table: Table
  readonly path: string
  readonly field: string
  readonly id: number
  /** The line tells its product's name by itself. */
  readonly named: boolean
}

/** The keys of a batch that are the store's, by table: those that stand, and those that were removed. */
export interface StoreKeys {
  readonly standing: ReadonlyMap<string, ReadonlySet<number>>
  readonly removed: ReadonlyMap<string, ReadonlySet<number>>
}

/** Equipment and means of payment must stand; a sale still carries the numbers of other records removed since. */
const neededFields: ReadonlySet<string> = new Set(['equipamentoId', 'moedaId'])

/** Reads which of the keys that the sales hold are the store's, whatever field of the definition holds them. */
export async function readStoreKeys(sales: readonly Sale[], lojaId: number, model: Model, q: Queries): Promise<StoreKeys> {
  const asked = new Map<Table, Set<number>>()
  for (const sale of sales)
    for (const { table, id } of keysOf(sale, model)) {
      const ids = asked.get(table) ?? new Set()
      asked.set(table, ids.add(id))
    }
  const standing = new Map<string, ReadonlySet<number>>()
  const removed = new Map<string, ReadonlySet<number>>()
  for (const [table, ids] of asked) {
    const { rows } = await q.query<{ id: string }>(
      `SELECT id FROM ${table.sql} WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])`,
      [lojaId, [...ids]],
    )
    const found = new Set(rows.map(({ id }) => Number(id)))
    standing.set(table.sql, found)
    const missing = [...ids].filter(id => !found.has(id))
    if (missing.length > 0) removed.set(table.sql, await removedKeys(missing, table, lojaId, model, q))
  }
  return { standing, removed }
}

/** Those that the store's history tells to have been removed, under whichever name of their table. */
async function removedKeys(
  ids: readonly number[],
  { register }: Table,
  lojaId: number,
  model: Model,
  q: Queries,
): Promise<ReadonlySet<number>> {
  const names = Object.values(model.registers).flatMap(({ name, table }) => (table === register.table ? [name] : []))
  const { rows } = await q.query<{ id: ColumnOf<'user_logs', 'recursoId'> }>(
    `SELECT "recursoId" AS id FROM user_logs
     WHERE "lojaId" = $1 AND recurso = ANY ($2::text[]) AND "recursoId" = ANY ($3::text[]) AND acao = 'excluir'`,
    [lojaId, names, ids.map(String)],
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Keys that are not of this store: another's, or nobody's. */
export function unknownSaleReferences(sale: Sale, { standing, removed }: StoreKeys, model: Model): Problem[] {
  return keysOf(sale, model)
    .filter(({ table, field, id, named }) => {
      if (standing.get(table.sql)?.has(id)) return false
      return neededFields.has(field) || !(named || removed.get(table.sql)?.has(id))
    })
    .map(({ path, id }) => ({ path, code: 'sale.unknown', params: { sale: sale.chave, field: path, id } }))
}

function keysOf(sale: Sale, model: Model): HeldKey[] {
  const movements = tableOf(model, 'Movimentos')
  return [
    ...keysOfRow(sale, '', movements, model),
    ...(['produtos', 'recebimentos'] as const).flatMap(name => {
      const list = movements.lists.get(name)
      const table = list && tableOf(model, list.register)
      return table ? sale[name].flatMap((row, at) => keysOfRow(row, `${name}.${at}.`, table, model)) : []
    }),
  ]
}

function keysOfRow(row: object, path: string, { references }: Table, model: Model): HeldKey[] {
  const values = membersOf(row)
  return [...references.values()].flatMap(({ name, field }): HeldKey[] => {
    const id = values[name]
    if (typeof id !== 'number' || !field.reference) return []
    const named = name === 'produtoId' && typeof values.descricao === 'string' && values.descricao !== ''
    return [{ table: tableOf(model, field.reference.to), path: `${path}${name}`, field: name, id, named }]
  })
}

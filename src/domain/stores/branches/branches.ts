import type { Model } from '../../../model/model.ts'
import { type Caller, type ColumnOf, type Queries, requireStore, type StoreScope, tableOf } from '../../../server/domain.ts'

/** A branch of the caller's store, and what the caller may do to its products. */
export interface Branch {
  readonly id: number
  readonly name: string
  readonly change: boolean
  readonly create: boolean
  readonly remove: boolean
}

/** A branch with the caller's place in it, if they have one. */
interface BranchRow extends Record<string, unknown> {
  readonly id: ColumnOf<'Loja_filials', 'filialId'>
  readonly name: ColumnOf<'lojas', 'nome_fantasia'>
  readonly type: ColumnOf<'user_lojas', 'type'> | null
  readonly change: ColumnOf<'user_lojas', 'cardapio_editar'>
  readonly create: ColumnOf<'user_lojas', 'cardapio_criar'>
  readonly remove: ColumnOf<'user_lojas', 'cardapio_excluir'>
}

/** Returns the scope of work between a store and its branches: the stores of the caller, never more. */
export const branchScope = (caller: Caller): StoreScope => (caller.admin ? 'all' : { stores: caller.stores })

/** The branches of the caller's store whose products the caller may change: a flag counts in the store that gave it. */
export async function branchesOf(q: Queries, model: Model, caller: Caller): Promise<Branch[]> {
  const { rows } = await q.query<BranchRow>(
    // Each part by itself: a branch's rows may be on another machine than the store's.
    `WITH filiais AS MATERIALIZED (
      SELECT b.id AS lugar, b."filialId" AS id, s."nome_fantasia" AS name FROM ${tableOf(model, 'Loja_filials').sql} b
      JOIN ${tableOf(model, 'lojas').sql} s ON s.id = b."filialId" WHERE b."lojaId" = $1),
    vinculos AS MATERIALIZED (
      SELECT u."lojaId", u."type" AS type, u."cardapio_editar" AS change, u."cardapio_criar" AS create, u."cardapio_excluir" AS remove
      FROM ${tableOf(model, 'user_lojas').sql} u WHERE u."userId" = $2)
    SELECT f.id, f.name, v.type, v.change, v.create, v.remove FROM filiais f LEFT JOIN vinculos v ON v."lojaId" = f.id ORDER BY f.lugar`,
    [requireStore(caller), caller.userId],
  )
  return rows
    .map(({ id, name, type, change, create, remove }) => {
      const all = caller.admin || Number(type) === 1
      const may = { change: all || change === true, create: all || create === true, remove: all || remove === true }
      return { id: Number(id), name: String(name ?? id), ...may }
    })
    .filter(branch => branch.change)
}

import type { Model } from '../../../model/model.ts'
import {
  ApiError,
  type Caller,
  type ColumnOf,
  type Queries,
  type RowOf,
  requireStore,
  type StoreScope,
  tableOf,
} from '../../../server/domain.ts'

/** A branch of the caller's store, and what the caller may do to its products. */
export interface Branch {
  readonly id: number
  readonly name: string
  readonly change: boolean
  readonly create: boolean
  readonly remove: boolean
  /** Whether its company's licence is active; nobody but the platform's administrator works in it otherwise. */
  readonly licensed: boolean
}

/** A branch with the caller's place in it, if they have one. */
interface BranchRow extends Record<string, unknown> {
  readonly id: ColumnOf<'Loja_filials', 'filialId'>
  readonly name: ColumnOf<'lojas', 'nome_fantasia'>
  readonly licensed: boolean
  readonly type: ColumnOf<'user_lojas', 'type'> | null
  readonly change: ColumnOf<'user_lojas', 'cardapio_editar'>
  readonly create: ColumnOf<'user_lojas', 'cardapio_criar'>
  readonly remove: ColumnOf<'user_lojas', 'cardapio_excluir'>
}

/** Returns the scope of work between a store and its branches: the stores of the caller, never more. */
export const branchScope = (caller: Caller): StoreScope => (caller.admin ? 'all' : { stores: caller.stores })

/** The branches of the caller's store whose products the caller may change: a flag counts in the store that gave it; a key does what it and its giver may. */
export async function branchesOf(q: Queries, model: Model, caller: Caller): Promise<Branch[]> {
  const { rows } = await q.query<BranchRow>(
    // Each part by itself: a branch's rows may be on another machine than the store's.
    `WITH filiais AS MATERIALIZED (
      SELECT b.id AS lugar, b."filialId" AS id, s."nome_fantasia" AS name, a.active IS NOT FALSE AND a.block IS NOT TRUE AS licensed
      FROM ${tableOf(model, 'Loja_filials').sql} b JOIN ${tableOf(model, 'lojas').sql} s ON s.id = b."filialId"
      LEFT JOIN ${tableOf(model, 'users').sql} a ON a.id = s."adminUserId" WHERE b."lojaId" = $1),
    vinculos AS MATERIALIZED (
      SELECT u."lojaId", u."type" AS type, u."cardapio_editar" AS change, u."cardapio_criar" AS create, u."cardapio_excluir" AS remove
      FROM ${tableOf(model, 'user_lojas').sql} u WHERE u."userId" = $2)
    SELECT f.id, f.name, f.licensed, v.type, v.change, v.create, v.remove FROM filiais f LEFT JOIN vinculos v ON v."lojaId" = f.id ORDER BY f.lugar`,
    [requireStore(caller), caller.key?.giverId ?? caller.userId],
  )
  const own = (flag: string): boolean => caller.key === undefined || caller.rights[flag] === true
  return rows
    .map(({ id, name, licensed, type, change, create, remove }) => {
      const all = caller.admin || Number(type) === 1
      const may = {
        change: own('cardapio_editar') && (all || change === true),
        create: own('cardapio_criar') && (all || create === true),
        remove: own('cardapio_excluir') && (all || remove === true),
      }
      return { id: Number(id), name: String(name ?? id), licensed: caller.admin || licensed, ...may }
    })
    .filter(branch => branch.change)
}

/** The same, refused where there is none: a store without branches is told apart from branches that are others' to change. */
export async function demandBranches(q: Queries, model: Model, caller: Caller): Promise<Branch[]> {
  const branches = await branchesOf(q, model, caller)
  if (branches.length > 0) return branches
  const { rows } = await q.query<RowOf<'Loja_filials', 'id'>>(
    `SELECT id FROM ${tableOf(model, 'Loja_filials').sql} WHERE "lojaId" = $1 LIMIT 1`,
    [requireStore(caller)],
  )
  throw new ApiError(422, rows.length > 0 ? 'branch.none-allowed' : 'product.branches-unset')
}

/** Returns the branch of these that is meant, refused where the caller may change nothing. */
export function openBranch(branches: readonly Branch[], id: number): Branch {
  const branch = branches.find(one => one.id === id)
  if (!branch) throw new ApiError(422, 'branch.forbidden')
  if (!branch.licensed) throw new ApiError(422, 'branch.licence-inactive', { branch: branch.name })
  return branch
}

/** The branches of these whose licence is active; refused where none is. */
export function licensedBranches(branches: readonly Branch[]): Branch[] {
  const open = branches.filter(({ licensed }) => licensed)
  const [closed] = branches
  if (open.length === 0 && closed) openBranch(branches, closed.id)
  return open
}

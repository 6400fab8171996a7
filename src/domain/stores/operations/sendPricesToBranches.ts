import pg from 'pg'
import {
  ApiError,
  inputOfStore,
  objectOf,
  operation,
  removeRecords,
  requireStore,
  saveOneRecord,
  type Table,
  tableOf,
  type UnitOfWork,
  withUnitOfWork,
} from '../../../server/domain.ts'
import { type Branch, branchScope, demandBranches, openBranch } from '../branches/branches.ts'
import { productCopyOf, unitOfWorkIn } from '../branches/productCopy.ts'
import { type TwinProducts, twinProducts } from '../branches/twinProducts.ts'

interface Cell {
  readonly matrizId: number
  readonly filialId: number
  readonly produtoIdMatriz: number
  readonly produtoIdFilial?: number | null
  readonly preco_vnd_prod?: number | null
}

interface Done {
  criados: number
  alterados: number
  excluidos: number
}

const count = { type: 'integer' }
const key = { type: ['integer', 'null'] }

/** Sends prices to branches, all or none: a price there changes, goes with its product, or comes with a copy of the product. */
export const sendPricesToBranches = operation({
  method: 'POST',
  path: 'Loja_filials/filiaisClonaProdutos',
  title: 'Enviar preços de produtos para filiais',
  gate: 'cardapio_editar',
  input: inputOfStore({
    produtosData: {
      type: 'array',
      maxItems: 1000,
      items: {
        type: 'object',
        properties: {
          matrizId: count,
          filialId: count,
          produtoIdMatriz: count,
          produtoIdFilial: { ...key, description: 'Vazio: o produto é copiado para a filial' },
          preco_vnd_prod: { type: ['number', 'null'], minimum: 0, description: 'Vazio: o produto é excluído da filial' },
        },
        required: ['matrizId', 'filialId', 'produtoIdMatriz'],
      },
    },
  }),
  output: objectOf({ criados: count, alterados: count, excluidos: count }),
  messages: [
    'product.branches-unset',
    'branch.none-allowed',
    'product.branches-send-failed',
    'branch.forbidden',
    'branch.licence-inactive',
    'branch.combo',
    'branch.combo-price',
    'branch.other-product',
    'product.code-used',
  ],
  async run({ caller, input, writing }) {
    const head = requireStore(caller)
    if (input.produtosData.some(cell => cell.matrizId !== head)) throw new ApiError(400, 'store-mismatch')
    return withUnitOfWork(writing, branchScope(caller), work => send(input.produtosData, work))
  },
})

async function send(cells: readonly Cell[], work: UnitOfWork): Promise<Done> {
  const branches = await demandBranches(work.q, work.model, work.caller)
  const done: Done = { criados: 0, alterados: 0, excluidos: 0 }
  const table = tableOf(work.model, 'produtos')
  const known = new Map<string, unknown>()
  const twins = await twinsOf(cells, branches.map(branchId), work)
  for (const [index, cell] of cells.entries()) {
    const branch = openBranch(branches, cell.filialId)
    refuseOther(cell, twins, index)
    await sendTo(branch, cell, table, work, known, done).catch((error: unknown) => {
      throw placed(comboPrice(error, cell, twins), index)
    })
  }
  return done
}

const branchId = ({ id }: Branch): number => id

const twinsOf = (cells: readonly Cell[], branches: readonly number[], { q, model, caller }: UnitOfWork): Promise<TwinProducts> =>
  twinProducts(q, model, {
    lojaId: requireStore(caller),
    ids: cells.map(({ produtoIdMatriz }) => produtoIdMatriz),
    branches,
    asked: cells.flatMap(({ produtoIdFilial }) => produtoIdFilial ?? []),
  })

/**
 * Nothing is written into a product that nobody said to be the same: its code alone says nothing. What is no product of the branch is not found,
 * whether it is another store's or nobody's.
 */
function refuseOther(
  { produtoIdMatriz, produtoIdFilial, filialId }: Cell,
  { own, twins, there }: TwinProducts,
  index: number,
): void {
  if (!produtoIdFilial) return
  const twin = twins.find(one => one.lojaId === filialId && one.produtoIdMatriz === produtoIdMatriz)
  if (twin?.id === produtoIdFilial && !twin.outro) return
  const asked = there.find(one => one.lojaId === filialId && one.id === produtoIdFilial)
  if (!asked) throw placed(new ApiError(404, 'not-found'), index)
  const ours = own.find(({ id }) => id === produtoIdMatriz)
  const named = (product: { cod_prod: string; desc_prod: string } | undefined): string =>
    product ? `${product.cod_prod} ${product.desc_prod}` : '—'
  const params = { ours: named(ours), theirs: named(asked) }
  throw new ApiError(422, 'branch.other-product', params, [
    { path: `produtosData.${index}`, code: 'branch.other-product', params },
  ])
}

async function sendTo(
  branch: Branch,
  { produtoIdMatriz, produtoIdFilial, preco_vnd_prod }: Cell,
  table: Table,
  work: UnitOfWork,
  known: Map<string, unknown>,
  done: Done,
): Promise<void> {
  const there = unitOfWorkIn(work, branch.id)
  const demand = (may: boolean): void => {
    if (!may) throw new ApiError(422, 'branch.forbidden')
  }
  const price = preco_vnd_prod ?? undefined
  if (produtoIdFilial && price !== undefined) {
    await saveOneRecord({ id: produtoIdFilial, preco_vnd_prod: price }, table, there)
    done.alterados += 1
  } else if (produtoIdFilial) {
    demand(branch.remove)
    await removeRecords([produtoIdFilial], table, there)
    done.excluidos += 1
  } else if (price !== undefined) {
    demand(branch.create)
    await saveOneRecord(await productCopyOf(produtoIdMatriz, price, work, there, known), table, there)
    done.criados += 1
  }
}

/** A combo costs what its items cost over there: the refusal names it, or nobody knows which of many to leave out. */
function comboPrice(error: unknown, { filialId, produtoIdFilial }: Cell, { there }: TwinProducts): unknown {
  if (!(error instanceof ApiError && error.code === 'field-read-only')) return error
  const combo = there.find(({ lojaId, id }) => lojaId === filialId && id === produtoIdFilial)
  return combo ? new ApiError(422, 'branch.combo-price', { combo: combo.desc_prod }) : error
}

/** Puts a problem at the cell it is about. */
function placed(error: unknown, index: number): unknown {
  const path = `produtosData.${index}`
  // A code of the copied product is another product's over there.
  if (error instanceof pg.DatabaseError && error.code === '23505')
    return new ApiError(422, 'product.code-used', {}, [{ path, code: 'product.code-used' }])
  if (!(error instanceof ApiError)) return error
  const { statusCode, code, params, details } = error
  const at = details.map(problem => ({ ...problem, path: `${path}.${problem.path}` }))
  return new ApiError(statusCode, code, params, at.length > 0 ? at : [{ path, code, params }])
}

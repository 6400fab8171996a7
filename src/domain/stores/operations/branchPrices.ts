import { ApiError, operation, type Queries, requireStore, tableOf } from '../../../server/domain.ts'
import { type Branch, branchesOf, branchScope } from '../branches/branches.ts'

interface Input {
  readonly produtosIds: string
}

const MOST = 250

const priced = {
  id: { type: 'integer' },
  cod_prod: { type: 'string' },
  desc_prod: { type: 'string' },
  preco_vnd_prod: { type: ['number', 'null'] },
}

/** Prices of some products in the store and, by their codes, in its branches. */
export const branchPrices = operation<Input>({
  method: 'GET',
  path: 'Loja_filials/filiaisProdutos',
  title: 'Preços de produtos na matriz e nas filiais',
  gate: 'cardapio_editar',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      produtosIds: { type: 'string', description: 'Lista JSON de ids de produtos da matriz, até 250' },
    },
    required: ['produtosIds'],
  },
  output: {
    type: 'object',
    properties: {
      produtosMatriz: { type: 'array', items: { type: 'object', properties: { lojaId: { type: 'integer' }, ...priced } } },
      lojasIds: { type: 'array', items: { type: 'integer' } },
      lojas: {
        type: 'array',
        description: 'As filiais com seus nomes',
        items: { type: 'object', properties: { id: { type: 'integer' }, nome_fantasia: { type: 'string' } } },
      },
      produtosLojas: {
        type: 'array',
        items: { type: 'object', properties: { lojaId: { type: 'integer' }, produtoIdMatriz: { type: 'integer' }, ...priced } },
      },
    },
    required: ['produtosMatriz', 'lojasIds', 'lojas', 'produtosLojas'],
  },
  messages: ['product.branches-unset', 'product.branches-load-failed', 'batch-too-large'],
  async run({ database, model, caller, input }) {
    const ids = idsIn(input.produtosIds)
    const lojaId = requireStore(caller)
    const products = tableOf(model, 'produtos').sql
    return database.read(branchScope(caller), async q => {
      const branches = await branchesOf(q, model, caller)
      if (branches.length === 0) throw new ApiError(422, 'product.branches-unset')
      const produtosMatriz = await pricesOf(q, products, '"lojaId" = $1 AND id = ANY($2::bigint[])', [lojaId, ids])
      const byCode = new Map(produtosMatriz.map(product => [product.cod_prod, product.id]))
      const there = '"lojaId" = ANY($1::bigint[]) AND "cod_prod" = ANY($2::bigint[])'
      const found = await pricesOf(q, products, there, [branches.map(branchId), [...byCode.keys()]])
      return {
        produtosMatriz,
        lojasIds: branches.map(branchId),
        lojas: branches.map(({ id, name }) => ({ id, nome_fantasia: name })),
        produtosLojas: found.map(product => ({ ...product, produtoIdMatriz: byCode.get(product.cod_prod) })),
      }
    })
  },
})

const branchId = ({ id }: Branch): number => id

function idsIn(text: string): number[] {
  let ids: unknown
  try {
    ids = JSON.parse(text)
  } catch {
    ids = undefined
  }
  if (!Array.isArray(ids) || !ids.every(id => Number.isSafeInteger(Number(id))))
    throw new ApiError(422, 'content-invalid', {}, [{ path: 'produtosIds', code: 'content-invalid' }])
  if (ids.length > MOST) throw new ApiError(400, 'batch-too-large', { max: MOST })
  return ids.map(Number)
}

async function pricesOf(q: Queries, table: string, where: string, params: readonly unknown[]) {
  const { rows } = await q.query<{ lojaId: string; id: string; cod_prod: string; desc_prod: string; preco: string | null }>(
    `SELECT "lojaId", id, "cod_prod"::text, "desc_prod", "preco_vnd_prod"::text AS preco FROM ${table} WHERE ${where} ORDER BY "lojaId", id`,
    params,
  )
  return rows.map(({ lojaId, id, cod_prod, desc_prod, preco }) => ({
    lojaId: Number(lojaId),
    id: Number(id),
    cod_prod,
    desc_prod,
    preco_vnd_prod: preco === null ? null : Number(preco),
  }))
}

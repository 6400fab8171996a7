import {
  ApiError,
  inputOfStore,
  inTransaction,
  lockRows,
  type OperationInput,
  objectOf,
  operation,
  requireStore,
  saveRecords,
  tableOf,
  validationError,
} from '../../../server/domain.ts'
import { type ChangedCost, changedCosts } from './changedCosts.ts'

type Input = OperationInput<'POST ficha_tecnicas/analiseCustoAtualizaPreco'>

/** Gives products the cost of their recipes and new prices: all of them or none, as one action. */
export const updatePrices = operation({
  method: 'POST',
  path: 'ficha_tecnicas/analiseCustoAtualizaPreco',
  title: 'Atualizar custo e preço de produtos pela ficha técnica',
  gate: 'cardapio_editar && custos_ver',
  input: inputOfStore({
    produtos: {
      type: 'array',
      minItems: 1,
      maxItems: 5000,
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          margem: { type: 'number', description: 'A nova margem, como foi vista: o preço vale' },
          venda: { type: 'number', minimum: 0, maximum: 9_999_999_999.99 },
          preco_vnd_prod: { type: 'number', description: 'O preço que foi visto; se já é outro, nada muda' },
        },
        required: ['id', 'margem', 'venda'],
      },
    },
  }),
  output: objectOf({ alterados: { type: 'integer' } }),
  messages: ['recipe.none', 'recipe.product-twice', 'recipe.price-changed'],
  async run({ model, caller, input, writing }) {
    const store = requireStore(caller)
    const table = tableOf(model, 'produtos')
    const { produtos } = input
    return inTransaction(writing, table.register, async work => {
      const ids = produtos.map(({ id }) => id)
      // A second update waits here, and then sees what the first has done.
      await lockRows(work.q, 'produtos', store, ids)
      const found = await changedCosts(work.q, store, ids)
      refuseOtherPrice(produtos, found)
      const costs = new Map(found.map(({ id, custo }) => [id, custo]))
      const problems = ids.flatMap((id, at) => {
        const path = `produtos.${at}.id`
        if (!costs.has(id)) return [{ path, code: 'recipe.none' }]
        return ids.indexOf(id) < at ? [{ path, code: 'recipe.product-twice' }] : []
      })
      if (problems.length > 0) throw validationError(problems)
      const bodies = produtos.map(({ id, venda }) => ({ id, preco_vnd_prod: venda, preco_cst_prod: costs.get(id) }))
      await saveRecords(bodies, table, work).catch((error: unknown) => {
        throw placed(error)
      })
      return { alterados: ids.length }
    })
  },
})

/** Nobody overwrites a price that somebody else gave meanwhile. */
function refuseOtherPrice(asked: Input['produtos'], found: readonly ChangedCost[]): void {
  const now = new Map(found.map(one => [one.id, one]))
  const details = asked.flatMap(({ id, preco_vnd_prod: seen }, at) => {
    const product = now.get(id)
    if (seen === undefined || product === undefined || product.preco_vnd_prod === seen) return []
    const params = { product: product.desc_prod, price: product.preco_vnd_prod.toFixed(2).replace('.', ',') }
    return [{ path: `produtos.${at}.preco_vnd_prod`, code: 'recipe.price-changed', params }]
  })
  const [first] = details
  if (first) throw new ApiError(409, first.code, first.params, details)
}

/** Puts the problems of a product at its place in the body. */
function placed(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { statusCode, code, params, details } = error
  const at = details.map(problem => ({ ...problem, path: `produtos.${problem.path.replace('preco_vnd_prod', 'venda')}` }))
  return new ApiError(statusCode, code, params, at)
}

import {
  ApiError,
  inTransaction,
  operation,
  requireStore,
  saveRecords,
  tableOf,
  validationError,
} from '../../../server/domain.ts'
import { changedCosts } from './changedCosts.ts'

interface Input {
  readonly produtos: readonly { readonly id: number; readonly venda: number }[]
}

/** Gives products the cost of their recipes and new prices: all of them or none, as one action. */
export const updatePrices = operation<Input>({
  method: 'POST',
  path: 'ficha_tecnicas/analiseCustoAtualizaPreco',
  title: 'Atualizar custo e preço de produtos pela ficha técnica',
  gate: 'cardapio_editar',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      produtos: {
        type: 'array',
        minItems: 1,
        maxItems: 5000,
        items: {
          type: 'object',
          properties: { id: { type: 'integer' }, venda: { type: 'number', minimum: 0, maximum: 9_999_999_999.99 } },
          required: ['id', 'venda'],
        },
      },
    },
    required: ['produtos'],
  },
  output: { type: 'object', properties: { alterados: { type: 'integer' } }, required: ['alterados'] },
  messages: ['recipe.none', 'recipe.product-twice'],
  async run({ model, caller, input, writing }) {
    const store = requireStore(caller)
    const table = tableOf(model, 'produtos')
    const { produtos } = input
    return inTransaction(writing, table.register, async work => {
      const ids = produtos.map(({ id }) => id)
      const costs = new Map((await changedCosts(work.q, model, store, ids)).map(({ id, custo }) => [id, custo]))
      const problems = ids.flatMap((id, at) => {
        const path = `produtos.${at}.id`
        if (!costs.has(id)) return [{ path, code: 'recipe.none' }]
        return ids.indexOf(id) < at ? [{ path, code: 'recipe.product-twice' }] : []
      })
      if (problems.length > 0) throw validationError(problems)
      const bodies = produtos.map(({ id, venda }) => ({ id, preco_vnd_prod: venda, preco_cst_prod: costs.get(id) }))
      await saveRecords(bodies, table, work, true).catch((error: unknown) => {
        throw placed(error)
      })
      return { alterados: ids.length }
    })
  },
})

/** What is wrong with a product, at its place in the body. */
function placed(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { statusCode, code, params, details } = error
  const at = details.map(problem => ({ ...problem, path: `produtos.${problem.path.replace('preco_vnd_prod', 'venda')}` }))
  return new ApiError(statusCode, code, params, at)
}

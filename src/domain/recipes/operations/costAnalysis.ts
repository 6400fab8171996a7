import { operation, requireStore } from '../../../server/domain.ts'
import { changedCosts } from './changedCosts.ts'

const money = { type: 'number' }

/** Products whose recipe costs something else by now than the product says, with their margins over the old and the new cost. */
export const costAnalysis = operation({
  method: 'GET',
  path: 'ficha_tecnicas/analiseCusto',
  title: 'Análise de custo: produtos cuja ficha técnica mudou de custo',
  gate: 'cardapio_editar && custos_ver',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        id: { type: 'integer', description: 'O produto' },
        cod_prod: { type: ['string', 'null'] },
        desc_prod: { type: 'string' },
        preco_cst_prod: money,
        preco_vnd_prod: money,
        margem_atual: { type: 'integer', description: 'Margem do preço sobre o custo do produto, em %' },
        custo: { ...money, description: 'Custo dos ingredientes hoje' },
        mudaPreco: { type: 'boolean' },
        margem: { type: 'integer', description: 'Margem do preço sobre o custo da ficha, em %' },
        venda: money,
      },
      required: ['id', 'desc_prod', 'preco_cst_prod', 'preco_vnd_prod', 'margem_atual', 'custo', 'mudaPreco', 'margem', 'venda'],
    },
  },
  messages: [],
  run: ({ database, caller }) => {
    const store = requireStore(caller)
    return database.read({ stores: [store] }, async q =>
      (await changedCosts(q, store)).map(({ custo, ...row }) => ({
        ...row,
        margem_atual: marginOf(row.preco_vnd_prod, row.preco_cst_prod),
        custo,
        mudaPreco: false,
        margem: marginOf(row.preco_vnd_prod, custo),
        venda: row.preco_vnd_prod,
      })),
    )
  },
})

/** Whole percents over the cost; none where there is no cost. */
const marginOf = (price: number, cost: number): number => (cost === 0 ? 0 : Math.round((price / cost - 1) * 100))

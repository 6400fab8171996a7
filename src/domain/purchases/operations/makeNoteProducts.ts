import { inputOfStore, objectOf, operation, requireStore, runWrite, tableOf } from '../../../server/domain.ts'
import { makeProducts, placedProblems } from '../preparing/makeProducts.ts'

/** Makes products of the items of a note that have none: all of them or nothing. */
export const makeNoteProducts = operation({
  method: 'POST',
  path: 'nfes/cadastrarProdutos',
  title: 'Cadastrar os produtos novos de uma NF-e recebida',
  gate: 'estoque_ver && cardapio_criar',
  input: inputOfStore({
    itens: {
      type: 'array',
      minItems: 1,
      maxItems: 990,
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer', description: 'O item da nota' },
          nome: { type: 'string', minLength: 1, maxLength: 1000 },
          ncmId: { type: ['string', 'null'], maxLength: 9 },
          grupoId: { type: 'integer' },
          unidadeId: { type: 'integer' },
          impostoId: { type: 'integer' },
          fator: { type: 'number', minimum: 0.001, maximum: 99_999_999.9999 },
          venda: { type: 'number', minimum: 0, maximum: 9_999_999_999.99 },
        },
        required: ['id', 'nome', 'grupoId', 'unidadeId', 'impostoId', 'fator', 'venda'],
      },
    },
  }),
  output: objectOf({ nfeId: { type: 'integer' }, cadastrados: { type: 'integer' } }),
  largest: 1_000_000,
  messages: ['not-found', 'received.entered-locked', 'received.product-chosen'],
  async run({ model, caller, input: { itens }, writing }) {
    const lojaId = requireStore(caller)
    const save = runWrite(
      writing,
      tableOf(model, 'produtos').register,
      async work => {
        const { nfeId, made } = await makeProducts(lojaId, itens, work)
        return { nfeId, cadastrados: made }
      },
      { several: true },
    )
    return save.catch((error: unknown) => {
      throw placedProblems(error)
    })
  },
})

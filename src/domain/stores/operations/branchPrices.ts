import { ApiError, inputOfStore, objectOf, operation, requireStore } from '../../../server/domain.ts'
import { type Branch, branchScope, demandBranches, licensedBranches } from '../branches/branches.ts'
import { twinProducts } from '../branches/twinProducts.ts'

const MOST = 250

const priced = {
  id: { type: 'integer' },
  cod_prod: { type: 'string' },
  desc_prod: { type: 'string' },
  preco_vnd_prod: { type: ['number', 'null'] },
}

/** Prices of some products in the store and in its branches, with code and name of both sides, and whether they are the same product. */
export const branchPrices = operation({
  method: 'GET',
  path: 'Loja_filials/filiaisProdutos',
  title: 'Preços de produtos na matriz e nas filiais',
  gate: 'cardapio_editar',
  input: inputOfStore({
    produtosIds: { type: 'string', description: 'Lista JSON de ids de produtos da matriz, até 250' },
  }),
  output: objectOf({
    produtosMatriz: { type: 'array', items: { type: 'object', properties: { lojaId: { type: 'integer' }, ...priced } } },
    lojasIds: { type: 'array', items: { type: 'integer' } },
    lojas: {
      type: 'array',
      description: 'As filiais com seus nomes',
      items: { type: 'object', properties: { id: { type: 'integer' }, nome_fantasia: { type: 'string' } } },
    },
    produtosLojas: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          lojaId: { type: 'integer' },
          produtoIdMatriz: { type: 'integer' },
          outro: { type: 'boolean', description: 'Só o código é o mesmo: é outro produto enquanto ninguém o vincula' },
          vinculado: { type: 'boolean', description: 'Alguém disse que é o mesmo produto' },
          ...priced,
        },
      },
    },
  }),
  messages: [
    'product.branches-unset',
    'branch.none-allowed',
    'branch.licence-inactive',
    'product.branches-load-failed',
    'batch-too-large',
  ],
  async run({ database, model, caller, input }) {
    const ids = idsIn(input.produtosIds)
    const lojaId = requireStore(caller)
    return database.read(branchScope(caller), async q => {
      const branches = licensedBranches(await demandBranches(q, model, caller))
      const lojasIds = branches.map(branchId)
      const { own, twins } = await twinProducts(q, model, { lojaId, ids, branches: lojasIds })
      return {
        produtosMatriz: own,
        lojasIds,
        lojas: branches.map(({ id, name }) => ({ id, nome_fantasia: name })),
        produtosLojas: twins,
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

import type { Queries } from '../../../server/domain.ts'
import { inputOfStore, objectOf, operation, requireStore } from '../../../server/domain.ts'
import { correctionRows } from '../correcting/correctionRows.ts'
import { proposePrices } from '../preparing/proposePrices.ts'
import { proposeProducts } from '../preparing/proposeProducts.ts'

/** A call that lists rows about the items of one note, to be typed over. */
const rowsOperation = (
  path: 'nfes/produtosNovos' | 'nfes/precos' | 'nfes/itensEntrada',
  title: string,
  gate: string,
  read: (q: Queries, lojaId: number, nfeId: number) => Promise<readonly { readonly id: number }[]>,
) =>
  operation({
    method: 'GET',
    path,
    title,
    gate,
    input: inputOfStore({ nfeId: { type: 'integer' } }),
    output: { type: 'array', items: objectOf({ id: { type: 'integer' } }) },
    messages: ['not-found'],
    async run({ caller, input: { nfeId }, database }) {
      const lojaId = requireStore(caller)
      return database.read({ stores: [lojaId] }, q => read(q, lojaId, nfeId))
    },
  })

/** Lists the products that items without one would become. */
export const listNewProducts = rowsOperation(
  'nfes/produtosNovos',
  'Produtos novos de uma NF-e recebida',
  'estoque_ver && cardapio_criar',
  proposeProducts,
)

/** Prices that keep the margins over what the note costs. */
export const listNotePrices = rowsOperation(
  'nfes/precos',
  'Preços propostos por uma NF-e recebida',
  'estoque_ver && custos_ver',
  proposePrices,
)

/** Lists the parts of an entry that may be corrected. */
export const listEnteredItems = rowsOperation(
  'nfes/itensEntrada',
  'Itens de uma entrada, para corrigi-los',
  'estoque_ver',
  correctionRows,
)

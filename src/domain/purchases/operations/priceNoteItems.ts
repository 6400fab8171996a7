import { inputOfStore, inTransaction, objectOf, operation, requireStore, tableOf, type ValuesOf } from '../../../server/domain.ts'
import { holdOpenItems, touchNote } from '../preparing/openItems.ts'

/** Gives items of a note the prices with which they enter: products take them with the entry. */
export const priceNoteItems = operation({
  method: 'POST',
  path: 'nfes/precos',
  title: 'Mudar os preços com que uma NF-e recebida entra',
  gate: 'estoque_ver && custos_ver',
  input: inputOfStore({
    itens: {
      type: 'array',
      minItems: 1,
      maxItems: 990,
      items: objectOf({ id: { type: 'integer' }, venda: { type: 'number', minimum: 0, maximum: 9_999_999_999.99 } }),
    },
  }),
  output: objectOf({ alterados: { type: 'integer' } }),
  largest: 200_000,
  messages: ['not-found', 'received.entered-locked'],
  async run({ model, caller, input: { itens }, writing }) {
    const lojaId = requireStore(caller)
    const { register } = tableOf(model, 'nfes')
    return inTransaction(writing, register, async work => {
      const held = await holdOpenItems(
        work.q,
        lojaId,
        itens.map(({ id }) => id),
      )
      const prices: readonly ValuesOf<'nfes_itens', 'id' | 'venda'>[] = itens
      await work.q.query(
        `UPDATE nfes_itens i SET venda = round(u.venda, 2) FROM jsonb_to_recordset($2::jsonb) u(id bigint, venda numeric)
         WHERE i."lojaId" = $1 AND i.id = u.id`,
        [lojaId, JSON.stringify(prices)],
      )
      const [first] = held.values()
      if (first) await touchNote(first.nfeId, work)
      return { alterados: held.size }
    })
  },
})

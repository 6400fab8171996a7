import { recordsIn } from '../../../base/record.ts'
import { type Effect, validationError } from '../../../server/domain.ts'
import { partWithin } from '../ledger/partWithin.ts'
import { recordComposition } from '../ledger/recordComposition.ts'

/**
 * Remembers the items of a combo from the moment of its change on: they go out of stock, and not the combo itself. Refuses a combo that would be
 * part of itself: nothing of it would go out.
 */
export const rememberCombo: Effect = {
  lists: ['comboItens'],
  async after({ work, before, body, record }) {
    const [was, is] = [itemsOf(before), itemsOf(record)]
    if (JSON.stringify(was) === JSON.stringify(is)) return
    await recordComposition(work.q, {
      lojaId: Number(record.lojaId),
      produtoId: Number(record.id),
      kind: 'combo',
      moment: new Date().toISOString(),
      items: is,
    })
    const wrong = await partWithin(work, Number(record.id))
    if (!wrong) return
    const sent = recordsIn(body.comboItens ?? record.comboItens).filter(row => row.deletar !== true)
    const at = sent.findIndex(row => Number(row.produtoIdItem) === wrong.id)
    throw validationError([
      {
        path: at < 0 ? 'comboItens' : `comboItens.${at}.produtoIdItem`,
        code: 'combo.contains-itself',
        params: { product: wrong.name },
      },
    ])
  },
}

/** One of each item; an item that stands twice goes out twice. */
const itemsOf = (record: Readonly<Record<string, unknown>> | undefined) =>
  recordsIn(record?.comboItens).flatMap(({ produtoIdItem }) =>
    produtoIdItem ? [{ produtoId: Number(produtoIdItem), quantity: 1 }] : [],
  )

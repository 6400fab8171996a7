import { recordsIn } from '../../../base/record.ts'
import type { Effect } from '../../../server/domain.ts'
import { recordComposition } from '../ledger/recordComposition.ts'

/** Remembers the items of a combo from the moment of its change on: they go out of stock, and not the combo itself. */
export const rememberCombo: Effect = {
  lists: ['comboItens'],
  async after({ work, before, record }) {
    const [was, is] = [itemsOf(before), itemsOf(record)]
    if (JSON.stringify(was) === JSON.stringify(is)) return
    await recordComposition(work.q, {
      lojaId: Number(record.lojaId),
      produtoId: Number(record.id),
      kind: 'combo',
      moment: new Date().toISOString(),
      items: is,
    })
  },
}

/** One of each item; an item that stands twice goes out twice. */
const itemsOf = (record: Readonly<Record<string, unknown>> | undefined) =>
  recordsIn(record?.comboItens).flatMap(({ produtoIdItem }) =>
    produtoIdItem ? [{ produtoId: Number(produtoIdItem), quantity: 1 }] : [],
  )

import type { Domain } from '../../server/domain.ts'
import { keepReceivedRecord } from './effects/keepReceivedRecord.ts'
import { acceptNote } from './operations/acceptNote.ts'
import { cancelEntry } from './operations/cancelEntry.ts'
import { correctNote } from './operations/correctNote.ts'
import { enterNote } from './operations/enterNote.ts'
import { listNoteOrders } from './operations/listNoteOrders.ts'
import { listNoteProducts } from './operations/listNoteProducts.ts'
import { makeNoteProducts } from './operations/makeNoteProducts.ts'
import { listEnteredItems, listNewProducts, listNotePrices } from './operations/noteRows.ts'
import { priceNoteItems } from './operations/priceNoteItems.ts'

/** Suppliers' notes: kept once, entered with their goods, prices and bills, and taken back again. */
export const purchases: Domain = {
  name: 'purchases',
  needs: ['fiscal', 'orders', 'stock'],
  effects: { keepReceivedRecord },
  operations: [
    ...[acceptNote, enterNote, cancelEntry, correctNote, listNoteProducts],
    ...[listNewProducts, listNoteOrders, makeNoteProducts, listNotePrices, priceNoteItems, listEnteredItems],
  ],
}

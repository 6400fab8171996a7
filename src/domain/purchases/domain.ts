import type { Domain } from '../../server/domain.ts'
import { keepReceivedRecord } from './effects/keepReceivedRecord.ts'
import { acceptNote } from './operations/acceptNote.ts'
import { cancelEntry } from './operations/cancelEntry.ts'
import { enterNote } from './operations/enterNote.ts'
import { listNoteProducts } from './operations/listNoteProducts.ts'

/** Suppliers' notes: kept once, entered with their goods, prices and bills, and taken back again. */
export const purchases: Domain = {
  name: 'purchases',
  needs: ['fiscal', 'stock'],
  effects: { keepReceivedRecord },
  operations: [acceptNote, enterNote, cancelEntry, listNoteProducts],
}

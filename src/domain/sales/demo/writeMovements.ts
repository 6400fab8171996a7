import type { Queries } from '../../../server/domain.ts'
import type { SeededRandom } from '../../samples/public.ts'
import { type BulkColumns, type BulkValue, bulkInsert, reserveIds } from './bulkInsert.ts'
import type { DemoStore } from './demoStore.ts'
import {
  movementColumns,
  movementLineColumns,
  movementLineRow,
  movementReceiptColumns,
  movementReceiptRows,
  movementRow,
} from './movementRows.ts'
import {
  cardTransactionColumns,
  cardTransactionRows,
  invoiceColumns,
  invoiceRow,
  invoiceState,
  orderColumns,
  orderEventColumns,
  orderEventRows,
  orderItemColumns,
  orderItemRows,
  orderRow,
} from './saleDocuments.ts'
import type { SimulatedSale } from './simulateSale.ts'

/** Tables in the order in which they are written: what refers comes after what it refers to. */
const tables: Readonly<Record<string, BulkColumns>> = {
  Movimentos: movementColumns,
  Movimentos_produtos: movementLineColumns,
  Movimento_recebimentos: movementReceiptColumns,
  NFCes: invoiceColumns,
  AppPedidos: orderColumns,
  AppPedidos_items: orderItemColumns,
  AppEventos: orderEventColumns,
  Transaction_pos: cardTransactionColumns,
}

/** One movement on its way, in its cash session. */
export interface SessionMovement {
  readonly drawn: SimulatedSale
  readonly session: number
  readonly sequence: number
}

/** Numbers of invoices by equipment. */
export type InvoiceNumbers = Map<number, number>

/** Writes movements of a store with all that hangs on them. */
export async function writeMovements(
  q: Queries,
  shop: DemoStore,
  waiting: readonly SessionMovement[],
  random: SeededRandom,
  numbers: InvoiceNumbers,
  now: number,
): Promise<void> {
  const orders = waiting.filter(({ drawn }) => drawn.channel === 'PALLAS')
  const ids = await reserveIds(q, 'Movimentos', waiting.length)
  const orderIds = await reserveIds(q, 'AppPedidos', orders.length)
  const rows: Record<string, BulkValue[][]> = Object.fromEntries(Object.keys(tables).map(table => [table, []]))
  const put = (table: string, ...more: BulkValue[][]): void => void rows[table]?.push(...more)
  for (const [at, { drawn, session, sequence }] of waiting.entries()) {
    const id = ids[at] ?? 0
    const nfce = invoiceState(drawn, now, random)
    const place = { store: shop.id, id, session, sequence, windows: drawn.equipment === shop.equipment[0], nfce }
    put('Movimentos', movementRow(drawn, place))
    for (const [line, each] of drawn.lines.entries()) put('Movimentos_produtos', movementLineRow(each, line, place))
    put('Movimento_recebimentos', ...movementReceiptRows(drawn, place))
    if (nfce !== null) {
      const number = (numbers.get(drawn.equipment) ?? 0) + 1
      numbers.set(drawn.equipment, number)
      put('NFCes', invoiceRow(drawn, nfce, place, number))
    }
    const order = drawn.channel === 'PALLAS' ? (orderIds.shift() ?? null) : null
    if (order !== null) {
      put('AppPedidos', orderRow(drawn, shop, id, order, random))
      put('AppPedidos_items', ...orderItemRows(drawn, shop.id, order))
      put('AppEventos', ...orderEventRows(drawn, shop.id, order))
    }
    put('Transaction_pos', ...cardTransactionRows(drawn, shop.id, id, order, random))
  }
  for (const [table, columns] of Object.entries(tables)) await bulkInsert(q, table, columns, rows[table] ?? [])
}

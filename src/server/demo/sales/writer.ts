import type { Queries } from '../../caller.ts'
import type { Random } from '../random.ts'
import { bulk, type Columns, reserve, type Value } from './bulk.ts'
import type { StoreGround } from './ground.ts'
import {
  cardColumns,
  cardRows,
  eventColumns,
  eventRows,
  invoiceColumns,
  invoiceRow,
  invoiceState,
  itemColumns,
  itemRows,
  orderColumns,
  orderRow,
} from './papers.ts'
import { lineColumns, lineRow, movementColumns, movementRow, receiptColumns, receiptRows } from './rows.ts'
import type { Drawn } from './sale.ts'

/** Tables in the order in which they are written: what refers comes after what it refers to. */
const tables: Readonly<Record<string, Columns>> = {
  Movimentos: movementColumns,
  Movimentos_produtos: lineColumns,
  Movimento_recebimentos: receiptColumns,
  NFCes: invoiceColumns,
  AppPedidos: orderColumns,
  AppPedidos_items: itemColumns,
  AppPedidos_events: eventColumns,
  Transaction_pos: cardColumns,
}

/** One movement on its way, in its cash session. */
export interface Waiting {
  readonly drawn: Drawn
  readonly session: number
  readonly sequence: number
}

/** Numbers of invoices by equipment. */
export type Numbers = Map<number, number>

/** Writes movements of a store with all that hangs on them. */
export async function writeMovements(
  q: Queries,
  ground: StoreGround,
  waiting: readonly Waiting[],
  random: Random,
  numbers: Numbers,
  now: number,
): Promise<void> {
  const orders = waiting.filter(({ drawn }) => drawn.channel === 'PALLAS')
  const ids = await reserve(q, 'Movimentos', waiting.length)
  const orderIds = await reserve(q, 'AppPedidos', orders.length)
  const rows: Record<string, Value[][]> = Object.fromEntries(Object.keys(tables).map(table => [table, []]))
  const put = (table: string, ...more: Value[][]): void => void rows[table]?.push(...more)
  for (const [at, { drawn, session, sequence }] of waiting.entries()) {
    const id = ids[at] ?? 0
    const nfce = invoiceState(drawn, now, random)
    const place = { store: ground.id, id, session, sequence, windows: drawn.equipment === ground.equipment[0], nfce }
    put('Movimentos', movementRow(drawn, place))
    for (const [line, each] of drawn.lines.entries()) put('Movimentos_produtos', lineRow(each, line, place))
    put('Movimento_recebimentos', ...receiptRows(drawn, place))
    if (nfce !== null) {
      const number = (numbers.get(drawn.equipment) ?? 0) + 1
      numbers.set(drawn.equipment, number)
      put('NFCes', invoiceRow(drawn, nfce, ground.id, id, number))
    }
    const order = drawn.channel === 'PALLAS' ? (orderIds.shift() ?? null) : null
    if (order !== null) {
      put('AppPedidos', orderRow(drawn, ground, id, order, random))
      put('AppPedidos_items', ...itemRows(drawn, ground.id, order))
      put('AppPedidos_events', ...eventRows(drawn, ground.id, order))
    }
    put('Transaction_pos', ...cardRows(drawn, ground.id, id, order, random))
  }
  for (const [table, columns] of Object.entries(tables)) await bulk(q, table, columns, rows[table] ?? [])
}

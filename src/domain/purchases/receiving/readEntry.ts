import {
  ApiError,
  type DataRow,
  lockRows,
  type NumbersOf,
  type Queries,
  type RowOf,
  type UnitOfWork,
  validationError,
} from '../../../server/domain.ts'
import { priceOfMargin, unitCost } from '../../fiscal/public.ts'
import { lockOrder, paidOfOrder } from '../../orders/public.ts'
import type { EntryBill, EntryInput, EntryItem } from './entryInput.ts'

/** The fields of the note's row that an entry reads. */
export interface EnteringNote extends RowOf<'nfes', 'xmlUrl' | 'CNPJ'> {
  readonly id: number
  readonly version: number
  readonly entrada: boolean
  readonly entrada_em: string | null
  readonly cSitNFe: number | null
  readonly sem_pagamento: boolean
  /** Nobody has answered for it, and its file does not prove who issued it. */
  readonly doubtful: boolean
  /** It is of homologation, and the store works in production: it has no value there. */
  readonly worthless: boolean
  readonly chNFe: string
  readonly xNome: string
  readonly vNF: string
  /** The amount of its bill, where that is told. */
  readonly valor_fatura: string | null
  /** The purchase order that it delivers. */
  readonly pedidoId: number | null
  readonly classificacaoId: number | null
  readonly centroCustoId: number | null
}

/** An item with what was said of it. */
export interface EnteringItem extends Required<Omit<EntryItem, 'margem'>> {
  readonly qCom: string
  readonly valor_custo: string
}

/** A note that is about to be entered. */
export interface Entry {
  readonly note: EnteringNote
  readonly items: readonly EnteringItem[]
  readonly bills: readonly EntryBill[]
  /** The order that the note delivers, held. */
  readonly order: DataRow | undefined
  /** The part of its order that is paid already, an exact amount in R$: the bills are for the rest. */
  readonly paid: string
  /** Products of the store among those that the items name. */
  readonly products: ReadonlySet<number>
}

/** The call of an entry, or of its correction, without the order that the note delivers. */
type SaidOfEntry = Omit<EntryInput, 'pedidoId'>

/** Reads and holds the note with its order (`said`, else its own), and lays over it what the call says. */
export async function readEntry(
  lojaId: number,
  input: SaidOfEntry,
  said: EntryInput['pedidoId'],
  work: UnitOfWork,
): Promise<Entry> {
  const { q } = work
  // An order holds its notes: whoever wants both begins with the order.
  const pedidoId = said === undefined ? await orderOfNote(q, lojaId, input.id) : said
  const order = pedidoId === null ? undefined : await lockOrder(pedidoId, work)
  const paid = order ? await paidOfOrder(order, work) : '0'
  const { rows } = await q.query<EnteringNote & Record<string, unknown>>(
    `SELECT id::float8, version::float8, coalesce(entrada, false) AS entrada, entrada_em::text, "xmlUrl", "cSitNFe"::float8, coalesce(sem_pagamento, false) AS sem_pagamento,
       autenticidade IS NOT NULL AND aceita_em IS NULL AS doubtful,
       ambiente = 2 AND (SELECT l.ambiente_fiscal FROM lojas l WHERE l."lojaId" = $1 AND l.id = $1) = 1 AS worthless,
       "chNFe", "xNome", "CNPJ", "vNF"::text, valor_fatura::text, "pedidoId"::float8, "classificacaoId"::float8, "centroCustoId"::float8
     FROM nfes WHERE "lojaId" = $1 AND id = $2 FOR UPDATE`,
    [lojaId, input.id],
  )
  const [row] = rows
  if (!row) throw new ApiError(404, 'not-found')
  if (said === undefined && row.pedidoId !== pedidoId) throw new ApiError(409, 'received.changed-meanwhile')
  const { classificacaoId = row.classificacaoId, centroCustoId = row.centroCustoId } = input
  const note = { ...row, pedidoId, classificacaoId, centroCustoId }
  const items = await itemsOf(lojaId, input, q)
  const bills = (input.contas ?? (await storedBills(lojaId, input.id, q))).map(bill => ({
    ...bill,
    classificacaoId: bill.classificacaoId ?? classificacaoId,
    centroCustoId: bill.centroCustoId ?? centroCustoId,
  }))
  const chosen = items.flatMap(({ produtoId }) => (produtoId === null ? [] : [produtoId]))
  return { note, items, bills, order, paid, products: new Set(await lockRows(q, 'produtos', lojaId, chosen)) }
}

/** The purchase order that a note names as the one that it delivers. */
export async function orderOfNote(q: Queries, lojaId: number, id: number): Promise<number | null> {
  const { rows } = await q.query<NumbersOf<'nfes', 'pedidoId'>>(
    'SELECT "pedidoId"::float8 FROM nfes WHERE "lojaId" = $1 AND id = $2',
    [lojaId, id],
  )
  return rows[0]?.pedidoId ?? null
}

async function itemsOf(lojaId: number, { id, itens = [] }: SaidOfEntry, q: UnitOfWork['q']): Promise<EnteringItem[]> {
  const { rows } = await q.query<EnteringItem & Record<string, unknown>>(
    `SELECT id::float8, "produtoId"::float8, coalesce(fator, 1)::text AS fator, venda::text, "qCom"::text,
       coalesce(valor_custo, "vProdTotal")::text AS valor_custo, "CFOP_entrada", "CST_entrada", "CSTPIS_entrada", "CSTCOFINS_entrada"
     FROM nfes_itens WHERE "lojaId" = $1 AND "nfesId" = $2 ORDER BY "nItem", id FOR UPDATE`,
    [lojaId, id],
  )
  const said = new Map(itens.map(item => [item.id, item]))
  const known = new Set(rows.map(row => row.id))
  const strange = itens.findIndex(item => !known.has(item.id))
  if (strange >= 0) throw validationError([{ path: `itens.${strange}.id`, code: 'received.item-unknown' }])
  return rows.map(row => priced(row, said.get(row.id)))
}

/** The item as it was saved with what the call says of it; a margin alone makes the price. */
function priced(row: EnteringItem, said: EntryItem | undefined): EnteringItem {
  if (!said) return row
  const { margem, ...others } = said
  const item = { ...row, ...others }
  if (margem === undefined || margem === null || (others.venda ?? null) !== null) return item
  return { ...item, venda: priceOfMargin(unitCost(item.valor_custo, item.qCom, item.fator), margem) }
}

async function storedBills(lojaId: number, id: number, q: UnitOfWork['q']): Promise<EntryBill[]> {
  const { rows } = await q.query<EntryBill & Record<string, unknown>>(
    `SELECT vencimento::text, valor::text, "classificacaoId"::float8, "centroCustoId"::float8, observacao FROM nfes_pagamentos
     WHERE "lojaId" = $1 AND "nfesId" = $2 ORDER BY parcela, id`,
    [lojaId, id],
  )
  return rows
}

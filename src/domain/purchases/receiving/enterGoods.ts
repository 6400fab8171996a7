import { tableOf, type UnitOfWork, type ValuesOf, writeRecords } from '../../../server/domain.ts'
import { enteredQuantity, productCost, unitCost } from '../../fiscal/public.ts'
import { recordStockEntries } from '../../stock/public.ts'
import { countPriceTables } from './countPriceTables.ts'
import type { EnteringItem, Entry } from './readEntry.ts'

/** An item with what comes of it. */
export interface EnteredItem extends EnteringItem {
  readonly produtoId: number
  readonly estoque: string
  readonly custo: string
}

/**
 * Goods come into stock at what they cost, and products take cost and price: of items of the same product the average of what they cost, as of goods
 * with a bonus, and the price of the last one that says any.
 */
export async function enterGoods(lojaId: number, entry: Entry, moment: string, work: UnitOfWork): Promise<void> {
  const { items, costs } = await recordGoods(lojaId, entry, moment, work)
  await priceProducts(lojaId, items, costs, work)
}

/** The note as it stands in the stock's ledger. */
export const noteSource = (id: number) => ({ register: 'nfes', id }) as const

/** Goods come into stock at what they cost; what products cost and sell for stays. Gives the items that have a product, and what each product costs by all of them. */
export async function recordGoods(
  lojaId: number,
  { note, items }: Entry,
  moment: string,
  work: UnitOfWork,
): Promise<{ readonly items: readonly EnteredItem[]; readonly costs: ReadonlyMap<number, string> }> {
  const entered = items.flatMap((item): EnteredItem[] => {
    const { produtoId, qCom, fator, valor_custo } = item
    if (produtoId === null) return []
    return [{ ...item, produtoId, estoque: enteredQuantity(qCom, fator), custo: unitCost(valor_custo, qCom, fator) }]
  })
  await keepItems(lojaId, note.id, entered, work)
  const costs = await recordStockEntries(
    work.q,
    entered.map(({ produtoId, estoque, custo }) => ({
      lojaId,
      produtoId,
      moment,
      quantity: estoque,
      cost: custo,
      reason: 'nota' as const,
      source: noteSource(note.id),
    })),
  )
  return { items: entered, costs }
}

type EntryCode = 'CFOP_entrada' | 'CST_entrada' | 'CSTPIS_entrada' | 'CSTCOFINS_entrada'
type KeptItem = ValuesOf<'nfes_itens', 'id' | 'produtoId' | 'fator' | 'venda' | 'estoque' | 'custo' | EntryCode>

async function keepItems(lojaId: number, id: number, items: readonly KeptItem[], { q }: UnitOfWork): Promise<void> {
  const codes: readonly EntryCode[] = ['CFOP_entrada', 'CST_entrada', 'CSTPIS_entrada', 'CSTCOFINS_entrada']
  const columns = ['"produtoId"', 'fator', 'venda', 'estoque', 'custo', ...codes.map(name => `"${name}"`)]
  // A price that is another than the product's goes to the shelf on a new label.
  await q.query(
    `UPDATE nfes_itens i SET ${columns.map(name => `${name} = u.${name}`).join(', ')},
       fator_de = CASE WHEN i.fator = u.fator THEN i.fator_de END, etiqueta = coalesce(i.etiqueta, false) OR EXISTS (
         SELECT FROM produtos p WHERE p."lojaId" = $1 AND p.id = u."produtoId" AND u.venda > 0 AND p.preco_vnd_prod IS DISTINCT FROM u.venda)
     FROM jsonb_to_recordset($3::jsonb) u(id bigint, "produtoId" bigint, fator numeric, venda numeric, estoque numeric, custo numeric,
       ${codes.map(name => `"${name}" text`).join(', ')})
     WHERE i."lojaId" = $1 AND i."nfesId" = $2 AND i.id = u.id`,
    [lojaId, id, JSON.stringify(items)],
  )
}

async function priceProducts(
  lojaId: number,
  items: readonly EnteredItem[],
  costs: ReadonlyMap<number, string>,
  work: UnitOfWork,
): Promise<void> {
  const tables = await countPriceTables(work.q, lojaId)
  const prices = new Map(items.flatMap(({ produtoId, venda }) => (Number(venda ?? 0) === 0 ? [] : [[produtoId, Number(venda)]])))
  const bodies = [...costs].map(([id, cost]) => ({
    id,
    preco_cst_prod: Number(productCost(cost, tables)),
    ...(prices.has(id) ? { preco_vnd_prod: prices.get(id) } : {}),
  }))
  if (bodies.length > 0)
    await writeRecords(bodies, tableOf(work.model, 'produtos'), { ...work, byServer: true, isConsequence: true })
}

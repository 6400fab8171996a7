import type { Queries } from '../../../server/domain.ts'
import { amountText, multiplyAmounts } from '../intake/amount.ts'
import { type BulkColumns, type BulkValue, bulkInsert, reserveIds } from './bulkInsert.ts'
import type { DemoPeriod } from './demoPeriod.ts'
import type { DemoStore } from './demoStore.ts'
import { loadIssuedInvoices } from './issuedInvoices.ts'
import { centsText, isoText } from './movementRows.ts'
import { accessKey } from './saleDocuments.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

/** The supplier's name of goods: in capitals, without accents and without our mark of an ingredient. */
const suppliersName = (name: string): string =>
  name
    .replace(/^Insumo: /, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()

/** Ten-thousandths of a real from which goods are bought by the tenth of pieces. */
const DEAR = 300_000

/** A purchase by invoice: who, when, how much. */
export interface PurchaseInvoice {
  readonly nfe: number
  readonly supplier: number
  readonly name: string
  readonly day: string
  readonly cents: number
}

const receivedColumns: BulkColumns = {
  lojaId: 'bigint',
  id: 'bigint',
  createdAt: 'timestamptz',
  xNome: 'text',
  CNPJ: 'text',
  chNFe: 'text',
  vNF: 'numeric',
  dhEmi: 'timestamptz',
  tpNF: 'bigint',
  cStat: 'text',
  xMotivo: 'text',
  cSitNFe: 'bigint',
  entrada: 'boolean',
  entrada_em: 'timestamptz',
  xmlUrl: 'text',
  cienciaOperacao: 'boolean',
  cienciaOperacao_em: 'timestamptz',
  manifestacao: 'text',
}

const itemColumns: BulkColumns = {
  lojaId: 'bigint',
  nfesId: 'bigint',
  nItem: 'bigint',
  xProd: 'text',
  cProd: 'text',
  NCM: 'text',
  qCom: 'numeric',
  uCom: 'text',
  vProdTotal: 'numeric',
  fator: 'numeric',
  custo: 'numeric',
  produtoId: 'bigint',
  CFOP: 'text',
}

/** Invoices that suppliers issued, about three a week, and some that the store issued. Gives what was entered and is to be paid. */
export async function loadInvoices(q: Queries, shop: DemoStore, span: DemoPeriod): Promise<PurchaseInvoice[]> {
  await loadIssuedInvoices(q, shop, span)
  const { days, now, random } = span
  if (shop.suppliers.length === 0 || shop.bought.length === 0) return []
  const count = Math.round((days / 7) * 3)
  const ids = await reserveIds(q, 'nfes', count)
  const [rows, items, entered]: [BulkValue[][], BulkValue[][], PurchaseInvoice[]] = [[], [], []]
  for (const [at, id] of ids.entries()) {
    const supplier = random.pick(shop.suppliers)
    const issued = now - Math.round(((count - at) / count) * days * DAY) + random.whole(0, 8) * HOUR
    const lines = Array.from({ length: random.whole(3, 7) }, (_, place) => {
      const product = random.pick(shop.bought)
      const quantity = random.whole(10, 60) * (product.cost > DEAR ? 100 : 1000)
      return { product, quantity, place, total: multiplyAmounts(multiplyAmounts(quantity, product.cost, 3), 1, 2) }
    })
    const cents = lines.reduce((sum, { total }) => sum + total, 0)
    const key = accessKey(issued, supplier.id, 1, 1000 + at, 55)
    const cancelled = random.chance(0.02)
    const done = !cancelled && (now - issued > 5 * DAY || random.chance(0.5))
    rows.push([
      shop.id,
      id,
      isoText(issued),
      supplier.name,
      supplier.taxId,
      key,
      centsText(cents),
      isoText(issued),
      1,
      cancelled ? '101' : '100',
      cancelled ? 'Cancelamento de NF-e homologado' : 'Autorizado o uso da NF-e',
      cancelled ? 3 : 1,
      done,
      done ? isoText(Math.min(now, issued + 2 * DAY)) : null,
      done ? `nfe/${shop.id}/${key}.xml` : null,
      done,
      done ? isoText(Math.min(now, issued + DAY)) : null,
      done ? 'CIENCIA' : null,
    ])
    for (const { product, quantity, place, total } of lines)
      items.push([
        shop.id,
        id,
        place + 1,
        suppliersName(product.name),
        `${supplier.id}-${product.id}`,
        null,
        amountText(quantity * 10, 4),
        'UN',
        centsText(total),
        '1.0000',
        amountText(product.cost, 4),
        product.id,
        '5102',
      ])
    if (done) entered.push({ nfe: id, supplier: supplier.id, name: supplier.name, day: isoText(issued).slice(0, 10), cents })
  }
  await bulkInsert(q, 'nfes', receivedColumns, rows)
  await bulkInsert(q, 'nfes_itens', itemColumns, items)
  return entered
}

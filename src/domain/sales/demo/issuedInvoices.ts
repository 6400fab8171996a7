import type { ColumnOf, Queries } from '../../../server/domain.ts'
import { createSeededRandom } from '../../samples/public.ts'
import { multiplyAmounts } from '../intake/amount.ts'
import { type BulkColumns, type BulkValue, bulkInsert, reserveIds } from './bulkInsert.ts'
import type { DemoPeriod } from './demoPeriod.ts'
import type { DemoStore } from './demoStore.ts'
import { centsText, isoText } from './movementRows.ts'
import { accessKey } from './saleDocuments.ts'

const DAY = 86_400_000

const issuedColumns: BulkColumns = {
  lojaId: 'bigint',
  id: 'bigint',
  createdAt: 'timestamptz',
  modelo: 'bigint',
  serie: 'bigint',
  numero: 'bigint',
  cnf: 'bigint',
  emitida_em: 'timestamptz',
  tipo_doc: 'bigint',
  finalidade: 'bigint',
  natureza_operacao: 'text',
  destinatarioId: 'bigint',
  identificador_operacao: 'bigint',
  identificador_ie_dest: 'bigint',
  presenca: 'bigint',
  consumidor: 'bigint',
  modo_frete: 'bigint',
  situacao: 'text',
  ambiente: 'bigint',
  chave: 'text',
  xmlUrl: 'text',
  xmlCancelamentoUrl: 'text',
  total_produtos: 'numeric',
  total_nota: 'numeric',
}

const itemColumns: BulkColumns = {
  lojaId: 'bigint',
  NFe_emissaosId: 'bigint',
  ordem: 'bigint',
  produtoId: 'bigint',
  codigo: 'text',
  descricao: 'text',
  quantidade: 'numeric',
  valor_unitario: 'numeric',
  valor_total: 'numeric',
  valor_item: 'numeric',
}

const paymentColumns: BulkColumns = {
  lojaId: 'bigint',
  NFe_emissaosId: 'bigint',
  ordem: 'bigint',
  tipo: 'bigint',
  valor: 'numeric',
}

/** Invoices that a store issued, the newest still a draft: of its own products, paid by PIX. What else an item says it takes of its product. */
export async function loadIssuedInvoices(q: Queries, shop: DemoStore, { days, now, random }: DemoPeriod): Promise<void> {
  if (shop.customers.length === 0 || shop.products.length === 0) return
  const count = Math.max(4, Math.round(days / 10))
  const ids = await reserveIds(q, 'NFe_emissaos', count)
  const [rows, items, payments]: [BulkValue[][], BulkValue[][], BulkValue[][]] = [[], [], []]
  const last = await lastNumber(q, shop.id)
  const recipients = await withAddress(q, shop)
  for (const [at, id] of ids.entries()) {
    const issued = now - Math.round(((count - at) / count) * days * DAY)
    const own = createSeededRandom(random.whole(20_000, 600_000))
    const lines = Array.from({ length: own.whole(1, 5) }, () => {
      const product = own.pick(shop.products)
      const pieces = own.whole(2, 40)
      return { product, pieces, total: multiplyAmounts(product.price, pieces, 0) }
    })
    const total = centsText(lines.reduce((sum, line) => sum + line.total, 0))
    const state = at === count - 1 ? 'DIGITACAO' : random.chance(0.06) ? 'CANCELADA' : 'AUTORIZADA'
    const key = state === 'DIGITACAO' ? null : accessKey(issued, shop.id, 1, last + at + 1, 55)
    const moment = isoText(issued)
    rows.push([
      ...[shop.id, id, moment, 55, 1, last + at + 1, random.whole(12_345_678, 98_765_432), moment, 1, 1, 'VENDA'],
      ...[random.pick(recipients).id, 1, 9, 9, 1, 1, state, 2, key],
      key === null ? null : `nfe/${shop.id}/${key}.xml`,
      state === 'CANCELADA' ? `nfe/${shop.id}/${key}-cancelamento.xml` : null,
      ...[total, total],
    ])
    for (const [place, { product, pieces, total: cents }] of lines.entries())
      items.push([
        ...[shop.id, id, place + 1, product.id, product.code, product.name, `${pieces}.0000`, centsText(product.price)],
        ...[centsText(cents), centsText(cents)],
      ])
    payments.push([shop.id, id, 1, 17, total])
  }
  await bulkInsert(q, 'NFe_emissaos', issuedColumns, rows)
  await bulkInsert(q, 'NFe_emissaos_itens', itemColumns, items)
  await bulkInsert(q, 'NFe_emissaos_pagamentos', paymentColumns, payments)
  await takeFromProducts(q, shop.id)
}

/** Customers to whom an invoice can be issued; all of them where none has an address. */
async function withAddress(q: Queries, { id, customers }: DemoStore): Promise<DemoStore['customers']> {
  const { rows } = await q.query<{ id: ColumnOf<'parceiros_enderecos', 'parceirosId'> }>(
    'SELECT DISTINCT "parceirosId" AS id FROM parceiros_enderecos WHERE "lojaId" = $1 AND codigo_municipio IS NOT NULL',
    [id],
  )
  const known = new Set(rows.map(row => Number(row.id)))
  const found = customers.filter(customer => known.has(Number(customer.id)))
  return found.length > 0 ? found : customers
}

/** Numbers count on from what an earlier load gave. */
async function lastNumber(q: Queries, lojaId: number): Promise<number> {
  const { rows } = await q.query<{ last: number | null }>(
    'SELECT max(numero) AS last FROM "NFe_emissaos" WHERE "lojaId" = $1 AND modelo = 55 AND serie = 1',
    [lojaId],
  )
  return rows[0]?.last ?? 0
}

/** Fills the fields that the form of an invoice fills when a product is chosen. */
async function takeFromProducts(q: Queries, lojaId: number): Promise<void> {
  await q.query(
    `UPDATE "NFe_emissaos_itens" e SET unidade = left(u.nome, 6), "ncmId" = p."ncmId", "cestId" = p."cestId", origem = p.orig, cfop = i.cfop_estadual,
       icms_cst = i.icms_cst, icms_alq = i.icms_alq, icms_red_bc = i.icms_red_bc, pis_cst = i.pis_cst, pis_alq = i.pis_alq, cofins_cst = i.cofins_cst,
       cofins_alq = i.cofins_alq, ipi_cst = i.ipi_cst, ipi_alq = i.ipi_alq, ibscbs_cclasstrib = coalesce(i.ibscbs_cclasstrib, '000001'),
       ibscbs_cst = left(coalesce(i.ibscbs_cclasstrib, '000001'), 3)
     FROM produtos p LEFT JOIN impostos i ON i."lojaId" = p."lojaId" AND i.id = p."impostoId"
       LEFT JOIN unidades u ON u."lojaId" = p."lojaId" AND u.id = p."unidadeId"
     WHERE e."lojaId" = $1 AND p."lojaId" = $1 AND p.id = e."produtoId"`,
    [lojaId],
  )
}

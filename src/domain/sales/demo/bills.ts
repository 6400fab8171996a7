import { dayOf } from '../../../base/dates.ts'
import type { Queries, RowOf } from '../../../server/domain.ts'
import type { SeededRandom } from '../../samples/public.ts'
import { classifications, costCentres, instalmentPurchase, monthlyBills } from './billPlans.ts'
import { type BulkColumns, type BulkValue, bulkInsert } from './bulkInsert.ts'
import type { DemoPeriod } from './demoPeriod.ts'
import type { DemoStore } from './demoStore.ts'
import { loadInvoices, type PurchaseInvoice } from './invoices.ts'
import { centsText } from './movementRows.ts'

const DAY = 86_400_000

const billColumns: BulkColumns = {
  lojaId: 'bigint',
  tipo: 'text',
  descricao: 'text',
  vencimento: 'date',
  valor: 'numeric',
  classificacaoId: 'bigint',
  centroCustoId: 'bigint',
  parceiroId: 'bigint',
  parcela: 'bigint',
  ocorrencias: 'bigint',
  pago: 'boolean',
  pagamento: 'date',
  desconto: 'numeric',
  juros: 'numeric',
  valor_pago: 'numeric',
  perda: 'boolean',
  caixaId: 'bigint',
  nfeId: 'bigint',
}

interface Bill {
  readonly type: 'PAGAR' | 'RECEBER'
  readonly text: string
  readonly due: string
  readonly cents: number
  readonly classification: string
  readonly centre: string
  readonly partner?: number | undefined
  readonly part?: readonly [number, number]
  readonly till?: boolean
  readonly nfe?: number
}

/** Bills of the span and of the month after it: most of what is past is paid, some late, some not, some lost. */
export async function loadBills(q: Queries, shop: DemoStore, { days, now, random }: DemoPeriod): Promise<void> {
  const classes = await named(q, 'Conta_classificacoes', shop.id, ['nome', 'tipo', 'dre'], classifications)
  const places = await named(
    q,
    'Conta_centros_custos',
    shop.id,
    ['nome'],
    costCentres.map(name => [name] as const),
  )
  const purchases = await loadInvoices(q, shop, { days, now, random })
  const tills = await tillsOf(q, shop)
  const today = dayOf(new Date(now).toISOString(), shop.zone)
  const rows = [...monthsBills(shop, days, now, random), ...purchaseBills(purchases), ...instalments(now, days)].map(bill =>
    billRow(bill, shop.id, { classes, places, tills, today, random }),
  )
  await bulkInsert(q, 'Conta', billColumns, rows)
  await q.query(FOLLOW_FIRST, [shop.id])
}

/** Instalments name the first one of their purchase. */
const FOLLOW_FIRST = `UPDATE "Conta" c SET "contaId" = f.id FROM "Conta" f
  WHERE c."lojaId" = $1 AND f."lojaId" = c."lojaId" AND c.parcela > 1 AND c."contaId" IS NULL AND f.parcela = 1
    AND f.descricao = c.descricao AND f.ocorrencias = c.ocorrencias AND f."nfeId" IS NOT DISTINCT FROM c."nfeId"`

/** Ids by name; what the store has of an earlier load is used again. */
async function named(
  q: Queries,
  table: string,
  lojaId: number,
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): Promise<Map<string, number>> {
  const known = await idsByName(q, table, lojaId)
  await bulkInsert(
    q,
    table,
    { lojaId: 'bigint', ...Object.fromEntries(columns.map(name => [name, 'text'] as const)) },
    rows.filter(([nome]) => !known.has(nome ?? '')).map(row => [lojaId, ...row]),
  )
  return idsByName(q, table, lojaId)
}

async function idsByName(q: Queries, table: string, lojaId: number): Promise<Map<string, number>> {
  const { rows } = await q.query<{ id: string; nome: string }>(`SELECT id, nome FROM "${table}" WHERE "lojaId" = $1`, [lojaId])
  return new Map(rows.map(({ id, nome }) => [nome, Number(id)]))
}

/** A cash session of each day: what is paid at the till carries it. */
async function tillsOf(q: Queries, { id, zone }: DemoStore): Promise<ReadonlyMap<string, number>> {
  const { rows } = await q.query<RowOf<'caixas', 'id'> & { day: string }>(
    `SELECT DISTINCT ON (1) (aberto_em AT TIME ZONE $2)::date::text AS day, id FROM caixas WHERE "lojaId" = $1 ORDER BY 1, id`,
    [id, zone],
  )
  return new Map(rows.map(row => [row.day, Number(row.id)]))
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

function monthsBills(shop: DemoStore, days: number, now: number, random: SeededRandom): Bill[] {
  const first = new Date(now - days * DAY)
  const count = Math.ceil(days / 30) + 2
  return Array.from({ length: count }, (_, month) => {
    const begin = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1)).toISOString().slice(0, 10)
    return monthlyBills.map(plan => ({
      type: plan.type ?? ('PAGAR' as const),
      text: plan.text,
      due: dayAfter(begin, plan.day - 1),
      cents: Math.max(1000, Math.round(plan.cents * (1 + (random.next() - 0.5) * 2 * plan.spread))),
      classification: plan.classification,
      centre: plan.centre,
      partner: plan.type === 'RECEBER' && shop.customers.length > 0 ? random.pick(shop.customers).id : undefined,
      till: plan.till === true,
    }))
  }).flat()
}

const purchaseBills = (purchases: readonly PurchaseInvoice[]): Bill[] =>
  purchases.flatMap(({ nfe, supplier, name, day, cents }) => {
    const half = Math.floor(cents / 2)
    return [half, cents - half].map((part, at) => ({
      type: 'PAGAR' as const,
      text: `NF-e ${name}`,
      due: dayAfter(day, 14 * (at + 1)),
      cents: part,
      classification: 'Mercadorias e insumos',
      centre: 'Cozinha',
      partner: supplier,
      part: [at + 1, 2] as const,
      nfe,
    }))
  })

const instalments = (now: number, days: number): Bill[] => {
  const begin = new Date(now - Math.min(days, 75) * DAY).toISOString().slice(0, 10)
  return Array.from({ length: instalmentPurchase.times }, (_, at) => ({
    type: 'PAGAR' as const,
    text: instalmentPurchase.text,
    due: dayAfter(begin, 30 * at),
    cents: instalmentPurchase.cents,
    classification: instalmentPurchase.classification,
    centre: instalmentPurchase.centre,
    part: [at + 1, instalmentPurchase.times] as const,
  }))
}

interface Known {
  readonly classes: ReadonlyMap<string, number>
  readonly places: ReadonlyMap<string, number>
  readonly tills: ReadonlyMap<string, number>
  readonly today: string
  readonly random: SeededRandom
}

function billRow(bill: Bill, store: number, { classes, places, tills, today, random }: Known): BulkValue[] {
  const past = bill.due < today
  const paid = past ? random.chance(bill.due < dayAfter(today, -7) ? 0.95 : 0.7) : false
  const late = paid && random.chance(0.15) ? random.whole(1, 6) : 0
  const planned = dayAfter(bill.due, late)
  const day = planned > today ? today : planned
  const interest = late === 0 ? 0 : Math.round((bill.cents * (200 + 33 * late)) / 10_000)
  const discount = paid && late === 0 && random.chance(0.08) ? Math.round(bill.cents * 0.02) : 0
  const lost = !paid && bill.type === 'RECEBER' && bill.due < dayAfter(today, -30)
  const [part, times] = bill.part ?? [1, 1]
  return [
    store,
    bill.type,
    bill.text,
    bill.due,
    centsText(bill.cents),
    classes.get(bill.classification) ?? null,
    places.get(bill.centre) ?? null,
    bill.partner ?? null,
    part,
    times,
    paid,
    paid ? day : null,
    paid ? centsText(discount) : null,
    paid ? centsText(interest) : null,
    paid ? centsText(bill.cents - discount + interest) : null,
    lost,
    paid && bill.till ? (tills.get(day) ?? null) : null,
    bill.nfe ?? null,
  ]
}

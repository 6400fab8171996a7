import type { SeededRandom } from '../../samples/public.ts'
import { amountText } from '../intake/amount.ts'
import type { BulkColumns, BulkValue } from './bulkInsert.ts'
import type { DemoStore } from './demoStore.ts'
import { centsText, isoText } from './movementRows.ts'
import type { SimulatedSale } from './simulateSale.ts'

/** Returns the state of a sale's consumer invoice; null where none was asked for. */
export function invoiceState(drawn: SimulatedSale, now: number, random: SeededRandom): string | null {
  if (drawn.kind !== 1 || drawn.channel === 'IFOOD' || !random.chance(0.85)) return null
  if (drawn.cancelledBy !== null) return 'CANCELADA'
  return random.chance(now - drawn.closed < 2 * 86_400_000 ? 0.04 : 0.003) ? 'PENDENTE' : 'AUTORIZADA'
}

export const invoiceColumns: BulkColumns = {
  lojaId: 'bigint',
  movimentoId: 'bigint',
  equipamentoId: 'bigint',
  createdAt: 'timestamptz',
  serie: 'bigint',
  nNF: 'bigint',
  dhEmi: 'timestamptz',
  vNF: 'numeric',
  chNFe: 'text',
  cStat: 'text',
  xMotivo: 'text',
  xmlUrl: 'text',
  xmlCancelamentoUrl: 'text',
  situacao: 'text',
  pdv_windows: 'boolean',
}

/** The movement that an invoice is of. */
interface InvoiceMovement {
  readonly store: number
  readonly id: number
  readonly windows: boolean
}

/** Returns the consumer invoice of a movement, in the order of `invoiceColumns`. */
export function invoiceRow(
  drawn: SimulatedSale,
  state: string,
  { store, id, windows }: InvoiceMovement,
  number: number,
): BulkValue[] {
  const serie = (drawn.equipment % 900) + 1
  const key = accessKey(drawn.closed, store, serie, number)
  const pending = state === 'PENDENTE'
  return [
    store,
    id,
    drawn.equipment,
    isoText(drawn.closed),
    serie,
    number,
    isoText(drawn.closed),
    centsText(drawn.total),
    key,
    pending ? '703' : '100',
    pending ? 'Rejeição: data e hora de emissão posterior ao horário de recebimento' : 'Autorizado o uso da NF-e',
    pending ? null : `nfce/${store}/${key}.xml`,
    state === 'CANCELADA' ? `nfce/${store}/${key}-cancelamento.xml` : null,
    state,
    windows,
  ]
}

/** 44 digits: state, month, issuer, model, series, number, form, code and check digit. */
export function accessKey(time: number, issuer: number, serie: number, number: number, model = 65): string {
  const month = isoText(time).slice(2, 7).replace('-', '')
  const pad = (value: number, size: number): string => String(value).padStart(size, '0')
  const code = (number * 7919 + issuer * 104_729) % 100_000_000
  const digits = `35${month}${pad(issuer, 14)}${model}${pad(serie, 3)}${pad(number, 9)}1${pad(code, 8)}`
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * ((at % 8) + 2), 0)
  const rest = sum % 11
  return `${digits}${rest < 2 ? 0 : 11 - rest}`
}

export const cardTransactionColumns: BulkColumns = {
  lojaId: 'bigint',
  movimentoId: 'bigint',
  appPedidoId: 'bigint',
  equipamentoId: 'bigint',
  createdAt: 'timestamptz',
  acquirerName: 'text',
  date: 'timestamptz',
  nsu: 'text',
  amount: 'bigint',
  type: 'text',
  cardHolderNumber: 'text',
  cardBrand: 'text',
  authorizationCode: 'text',
  approved: 'boolean',
  cancelled: 'boolean',
  status: 'text',
}

/** Card transactions of a sale; now and then one that was refused comes before the one that went through. */
export function cardTransactionRows(
  drawn: SimulatedSale,
  store: number,
  id: number,
  order: number | null,
  random: SeededRandom,
): BulkValue[][] {
  return drawn.receipts.flatMap(({ currency, value }) => {
    if (currency.acquirer === null) return []
    const brand = random.pick(['Visa', 'Mastercard', 'Elo', 'American Express', 'Hipercard'])
    const card = `**** **** **** ${random.whole(1000, 9999)}`
    const row = (approved: boolean): BulkValue[] => [
      store,
      id,
      order,
      drawn.equipment,
      isoText(drawn.closed),
      currency.acquirer,
      isoText(drawn.closed - (approved ? 0 : 60_000)),
      String(random.whole(100_000, 999_999)),
      value,
      currency.fiscal === '04' ? 'DEBITO' : currency.fiscal === '03' ? 'CREDITO' : 'VOUCHER',
      card,
      brand,
      approved ? String(random.whole(100_000, 999_999)) : null,
      approved,
      approved && drawn.cancelledBy !== null,
      approved ? '00' : '51',
    ]
    return random.chance(0.03) ? [row(false), row(true)] : [row(true)]
  })
}

export const orderColumns: BulkColumns = {
  lojaId: 'bigint',
  id: 'bigint',
  movimentoId: 'bigint',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  shortReference: 'text',
  lojaNome: 'text',
  mode: 'text',
  equipamentoId: 'bigint',
  tableId: 'text',
  isTakingHome: 'boolean',
  customerName: 'text',
  customerPhone: 'text',
  customerTaxPayerIdentificationNumber: 'text',
  deliveryStreetName: 'text',
  deliveryStreetNumber: 'text',
  deliveryNeighborhood: 'text',
  deliveryCity: 'text',
  deliveryState: 'text',
  deliveryPostalCode: 'text',
  paymentName: 'text',
  paymentPrepaid: 'boolean',
  subTotal: 'numeric',
  deliveryFee: 'numeric',
  totalPrice: 'numeric',
  discount: 'numeric',
  totalDisplay: 'numeric',
  confirmed: 'boolean',
  canceled: 'boolean',
}

const streets = [
  ['Rua Augusta', 'Consolação', '01305000'],
  ['Alameda Santos', 'Cerqueira César', '01418100'],
  ['Rua Bela Cintra', 'Consolação', '01415001'],
  ['Rua Pamplona', 'Jardim Paulista', '01405001'],
  ['Rua Treze de Maio', 'Bela Vista', '01327000'],
  ['Rua Haddock Lobo', 'Cerqueira César', '01414001'],
] as const

function address(random: SeededRandom): BulkValue[] {
  const [street, district, code] = random.pick(streets)
  return [street, String(random.whole(20, 1900)), district, 'São Paulo', 'SP', code]
}

/** The order in the digital menu that a sale began with. */
export function orderRow(drawn: SimulatedSale, shop: DemoStore, id: number, order: number, random: SeededRandom): BulkValue[] {
  const mode =
    drawn.service === 'DELIVERY' ? 'DELIVERY' : drawn.service === 'BALCAO' ? 'TAKEOUT' : random.chance(0.15) ? 'TOTEM' : 'INDOOR'
  const [receipt] = drawn.receipts
  return [
    shop.id,
    order,
    id,
    isoText(drawn.opened),
    isoText(drawn.closed),
    String(1000 + (order % 9000)),
    shop.name,
    mode,
    mode === 'TOTEM' ? drawn.equipment : null,
    drawn.tab,
    mode === 'TAKEOUT',
    drawn.customer?.name ?? 'Cliente do app',
    drawn.customer?.phone ?? null,
    drawn.customer?.taxId ?? null,
    ...(mode === 'DELIVERY' ? address(random) : [null, null, null, null, null, null]),
    receipt?.currency.name ?? 'Dinheiro',
    receipt?.currency.fiscal === '17',
    centsText(drawn.gross),
    '0.00',
    centsText(drawn.gross),
    centsText(drawn.discount),
    centsText(drawn.total),
    true,
    drawn.cancelledBy !== null,
  ]
}

export const orderItemColumns: BulkColumns = {
  lojaId: 'bigint',
  AppPedidosId: 'bigint',
  ordem: 'bigint',
  produtoId: 'bigint',
  name: 'text',
  quantity: 'numeric',
  unitPrice: 'numeric',
  totalPrice: 'numeric',
}

export const orderItemRows = (drawn: SimulatedSale, store: number, order: number): BulkValue[][] =>
  drawn.lines
    .filter(line => line.deletedBy === null)
    .map((line, at) => [
      store,
      order,
      at + 1,
      line.product.id,
      line.product.name,
      amountText(line.quantity, 3),
      centsText(line.product.price),
      centsText(line.gross),
    ])

export const orderEventColumns: BulkColumns = {
  lojaId: 'bigint',
  appPedidoId: 'bigint',
  code: 'text',
  ack: 'boolean',
  em: 'timestamptz',
}

export const orderEventRows = (drawn: SimulatedSale, store: number, order: number): BulkValue[][] => [
  [store, order, 'PLACED', true, isoText(drawn.opened)],
  [store, order, drawn.cancelledBy === null ? 'CONFIRMED' : 'CANCELLED', true, isoText(drawn.opened + 120_000)],
]

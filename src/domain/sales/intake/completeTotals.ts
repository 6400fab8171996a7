import { amountText, multiplyAmounts, splitByWeight } from './amount.ts'
import { isPaidType, type Sale, type SaleLine, typesWithoutLines } from './sale.ts'
import type { SaleReader } from './saleReader.ts'

const money = (cents: number): string => amountText(cents, 2).replace('.', ',')

/** A quantity times a price may be cut where it should be rounded: scales do. */
const ROUNDING = 1

/** Proves that lines, discount, service and receipts add up to the totals, and fills what follows from them. */
export function completeTotals(sale: Sale, reader: SaleReader): void {
  const lines = sale.produtos.filter(line => line.deletado_em === null)
  unlike(sale.produtos, 'produtos', reader)
  unlike(sale.recebimentos, 'recebimentos', reader)
  if (typesWithoutLines.has(sale.tipoMovimentoId)) settleByReceipts(sale, reader)
  else if (sale.produtos.length === 0) reader.note('produtos', 'sale.without-lines')
  else {
    for (const [index, line] of sale.produtos.entries()) settleLine(line, index, reader)
    settleDiscount(sale, lines, reader)
    settleService(sale, lines, reader)
    settleSums(sale, lines, reader)
  }
  settleReceipts(sale, reader)
}

/** Rows are told apart by their place. */
function unlike(rows: readonly { readonly ordem: number }[], list: string, reader: SaleReader): void {
  const seen = new Set<number>()
  for (const [index, { ordem }] of rows.entries()) {
    if (seen.has(ordem)) reader.note(`${list}.${index}.ordem`, 'sale.place-twice', { place: ordem })
    seen.add(ordem)
  }
}

function settleLine(line: SaleLine, index: number, reader: SaleReader): void {
  const expected = multiplyAmounts(line.qtd, line.valor_unitario, 3)
  if (Math.abs(expected - line.valor_bruto) > ROUNDING)
    reader.note(`produtos.${index}.valor_bruto`, 'sale.line-gross', { value: money(line.valor_bruto), expected: money(expected) })
  if (line.valor_desconto > line.valor_bruto) reader.note(`produtos.${index}.valor_desconto`, 'sale.line-discount')
  const final = line.valor_bruto - line.valor_desconto
  if (line.valor_final !== -1 && line.valor_final !== final)
    reader.note(`produtos.${index}.valor_final`, 'sale.line-final', { value: money(line.valor_final), expected: money(final) })
  line.valor_final = final
}

/** A discount of the whole sale is shared out to its lines, unless they carry it already. */
function settleDiscount(sale: Sale, lines: readonly SaleLine[], reader: SaleReader): void {
  const own = total(lines, 'valor_desconto')
  if (sale.total_desconto === -1) sale.total_desconto = own
  if (own === sale.total_desconto) return
  const gross = total(lines, 'valor_bruto')
  if (own !== 0 || sale.total_desconto > gross) {
    reader.note('total_desconto', 'sale.discount', { value: money(sale.total_desconto), expected: money(own || gross) })
    return
  }
  const parts = splitByWeight(
    sale.total_desconto,
    lines.map(line => line.valor_bruto),
  )
  for (const [at, line] of lines.entries()) {
    line.valor_desconto = parts[at] ?? 0
    line.valor_final = line.valor_bruto - line.valor_desconto
  }
}

/** The service belongs to the lines: that of a waiter is the sum of theirs. */
function settleService(sale: Sale, lines: readonly SaleLine[], reader: SaleReader): void {
  if (lines.some(line => line.valor_servico !== null)) {
    const own = lines.reduce((sum, line) => sum + (line.valor_servico ?? 0), 0)
    if (own !== sale.total_servico)
      reader.note('total_servico', 'sale.service', { value: money(sale.total_servico), expected: money(own) })
    return
  }
  const parts = splitByWeight(
    sale.total_servico,
    lines.map(line => line.valor_final),
  )
  for (const [at, line] of lines.entries()) line.valor_servico = parts[at] ?? 0
}

function settleSums(sale: Sale, lines: readonly SaleLine[], reader: SaleReader): void {
  const gross = total(lines, 'valor_bruto')
  if (sale.total_bruto !== -1 && sale.total_bruto !== gross)
    reader.note('total_bruto', 'sale.gross', { value: money(sale.total_bruto), expected: money(gross) })
  sale.total_bruto = gross
  const final = gross - sale.total_desconto + sale.total_servico
  if (sale.valor_final !== -1 && sale.valor_final !== final)
    reader.note('valor_final', 'sale.final', { value: money(sale.valor_final), expected: money(final) })
  sale.valor_final = final
}

/** Money that comes or goes without products: the receipts are the movement. */
function settleByReceipts(sale: Sale, reader: SaleReader): void {
  if (sale.produtos.length > 0) reader.note('produtos', 'sale.with-lines')
  const received = receivedOf(sale)
  if (sale.total_bruto !== -1 && sale.total_bruto !== received)
    reader.note('total_bruto', 'sale.receipts', { value: money(received), expected: money(sale.total_bruto) })
  sale.total_bruto = received
  sale.total_desconto = 0
  sale.valor_final = received
}

/** Receipts add up to the total once the sale is received; before that they are not more. */
function settleReceipts(sale: Sale, reader: SaleReader): void {
  if (sale.deletado_em !== null || sale.valor_final < 0) return
  const received = receivedOf(sale)
  const params = { value: money(received), expected: money(sale.valor_final) }
  if (received > sale.valor_final) reader.note('recebimentos', 'sale.receipts', params)
  else if (received === sale.valor_final) return
  else if (isPaidType(sale.tipoMovimentoId) ? sale.recebido_em !== null : received > 0)
    reader.note('recebimentos', 'sale.receipts', params)
}

const receivedOf = (sale: Sale): number =>
  sale.recebimentos.reduce((sum, { valor, deletado_em }) => (deletado_em === null ? sum + valor : sum), 0)

const total = (lines: readonly SaleLine[], name: 'valor_bruto' | 'valor_desconto'): number =>
  lines.reduce((sum, line) => sum + line[name], 0)

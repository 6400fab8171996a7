import { amountText, multiplyAmounts } from '../intake/amount.ts'
import type { BulkColumns, BulkValue } from './bulkInsert.ts'
import type { SimulatedSale, SimulatedSaleLine } from './simulateSale.ts'

export const isoText = (time: number): string => new Date(time).toISOString()
export const centsText = (cents: number): string => amountText(cents, 2)

/** Where a movement lies: its store, key, cash session and places in it. */
export interface MovementPosition {
  readonly store: number
  readonly id: number
  readonly session: number
  /** Place in its session. */
  readonly sequence: number
  /** Of the point of sale that counts movements by itself. */
  readonly windows: boolean
  readonly nfce: string | null
}

export const movementColumns: BulkColumns = {
  lojaId: 'bigint',
  id: 'bigint',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  equipamentoId: 'bigint',
  chave: 'text',
  tipoMovimentoId: 'bigint',
  caixaId: 'bigint',
  mov: 'bigint',
  nsp: 'bigint',
  contador: 'bigint',
  aberto_em: 'timestamptz',
  fechado_em: 'timestamptz',
  recebido_em: 'timestamptz',
  contado_em: 'timestamptz',
  canal_venda: 'text',
  tipo_venda: 'text',
  comanda: 'text',
  observacao: 'text',
  cpf_cnpj: 'text',
  numero_pessoas: 'bigint',
  parceiroId: 'bigint',
  total_bruto: 'numeric',
  total_desconto: 'numeric',
  servico: 'boolean',
  total_servico: 'numeric',
  valor_final: 'numeric',
  deletadoPorId: 'bigint',
  deletado_em: 'timestamptz',
  deletado_motivo: 'text',
  nfce_situacao: 'text',
}

export function movementRow(
  drawn: SimulatedSale,
  { store, id, session, sequence, windows, nfce }: MovementPosition,
): BulkValue[] {
  const received = isoText(drawn.closed)
  const cancelled = drawn.cancelledBy === null ? null : isoText(drawn.closed + 20 * 60_000)
  return [
    store,
    id,
    received,
    cancelled ?? received,
    drawn.equipment,
    `demo-${id}`,
    drawn.kind,
    session,
    windows ? sequence : null,
    windows ? 1 : null,
    sequence,
    isoText(drawn.opened),
    received,
    drawn.receipts.length > 0 ? received : null,
    received,
    drawn.channel,
    drawn.service,
    drawn.tab,
    drawn.note,
    drawn.kind === 1 && nfce !== null && id % 3 === 0 ? (drawn.customer?.taxId ?? null) : null,
    drawn.people,
    drawn.customer?.id ?? null,
    centsText(drawn.gross),
    centsText(drawn.discount),
    drawn.fee > 0,
    centsText(drawn.fee),
    centsText(drawn.total),
    drawn.cancelledBy?.id ?? null,
    cancelled,
    cancelled === null ? null : 'Cliente desistiu',
    nfce,
  ]
}

export const movementLineColumns: BulkColumns = {
  lojaId: 'bigint',
  MovimentosId: 'bigint',
  ordem: 'bigint',
  produtoId: 'bigint',
  cod_prod: 'text',
  descricao: 'text',
  grupoId: 'bigint',
  unidadeId: 'bigint',
  qtd: 'numeric',
  valor_unitario: 'numeric',
  valor_bruto: 'numeric',
  valor_desconto: 'numeric',
  valor_final: 'numeric',
  preco_custo: 'numeric',
  valor_servico: 'numeric',
  garcomId: 'bigint',
  vendedorId: 'bigint',
  comissao: 'numeric',
  valor_comissao: 'numeric',
  lancado_em: 'timestamptz',
  deletadoPorId: 'bigint',
  deletado_em: 'timestamptz',
  deletado_motivo: 'text',
}

export function movementLineRow(line: SimulatedSaleLine, at: number, { store, id }: MovementPosition): BulkValue[] {
  const { product } = line
  const final = line.gross - line.discount
  const rate = line.seller?.commission ?? 0
  return [
    store,
    id,
    at + 1,
    product.id,
    product.code,
    product.name,
    product.group,
    product.unit,
    amountText(line.quantity, 3),
    centsText(product.price),
    centsText(line.gross),
    centsText(line.discount),
    centsText(final),
    amountText(product.cost, 4),
    centsText(line.service),
    line.waiter?.id ?? null,
    line.seller?.id ?? null,
    amountText(rate, 2),
    centsText(multiplyAmounts(final, rate, 4)),
    isoText(line.at),
    line.deletedBy?.id ?? null,
    line.deletedBy === null ? null : isoText(line.at + 60_000),
    line.deletedBy === null ? null : 'Lançado por engano',
  ]
}

export const movementReceiptColumns: BulkColumns = {
  lojaId: 'bigint',
  movimentoId: 'bigint',
  ordem: 'bigint',
  createdAt: 'timestamptz',
  moedaId: 'bigint',
  valor: 'numeric',
  taxa: 'numeric',
  valor_taxa: 'numeric',
  correntista: 'boolean',
}

export const movementReceiptRows = ({ receipts, closed }: SimulatedSale, { store, id }: MovementPosition): BulkValue[][] =>
  receipts.map(({ currency, value, account }, at) => [
    store,
    id,
    at + 1,
    isoText(closed),
    currency.id,
    centsText(value),
    amountText(currency.fee, 2),
    centsText(multiplyAmounts(value, currency.fee, 4)),
    account,
  ])

import { scaled, textOf } from '../../sales/intake/amount.ts'
import type { Columns, Value } from './bulk.ts'
import type { Drawn, DrawnLine } from './sale.ts'

export const iso = (time: number): string => new Date(time).toISOString()
export const money = (cents: number): string => textOf(cents, 2)

/** Where a movement lies: its store, key, cash session and places in it. */
export interface Place {
  readonly store: number
  readonly id: number
  readonly session: number
  /** Place in its session. */
  readonly sequence: number
  /** Of the point of sale that counts movements by itself. */
  readonly windows: boolean
  readonly nfce: string | null
}

export const movementColumns: Columns = {
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

export function movementRow(drawn: Drawn, { store, id, session, sequence, windows, nfce }: Place): Value[] {
  const received = iso(drawn.closed)
  const cancelled = drawn.cancelledBy === null ? null : iso(drawn.closed + 20 * 60_000)
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
    iso(drawn.opened),
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
    money(drawn.gross),
    money(drawn.discount),
    drawn.fee > 0,
    money(drawn.fee),
    money(drawn.total),
    drawn.cancelledBy?.id ?? null,
    cancelled,
    cancelled === null ? null : 'Cliente desistiu',
    nfce,
  ]
}

export const lineColumns: Columns = {
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

export function lineRow(line: DrawnLine, at: number, { store, id }: Place): Value[] {
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
    textOf(line.quantity, 3),
    money(product.price),
    money(line.gross),
    money(line.discount),
    money(final),
    textOf(product.cost, 4),
    money(line.service),
    line.waiter?.id ?? null,
    line.seller?.id ?? null,
    textOf(rate, 2),
    money(scaled(final, rate, 4)),
    iso(line.at),
    line.deletedBy?.id ?? null,
    line.deletedBy === null ? null : iso(line.at + 60_000),
    line.deletedBy === null ? null : 'Lançado por engano',
  ]
}

export const receiptColumns: Columns = {
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

export const receiptRows = ({ receipts, closed }: Drawn, { store, id }: Place): Value[][] =>
  receipts.map(({ currency, value, account }, at) => [
    store,
    id,
    at + 1,
    iso(closed),
    currency.id,
    money(value),
    textOf(currency.fee, 2),
    money(scaled(value, currency.fee, 4)),
    account,
  ])

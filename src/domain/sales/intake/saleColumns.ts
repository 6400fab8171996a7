import { amountText } from './amount.ts'
import type { Sale, SaleLine, SaleReceipt } from './sale.ts'

/** A column to be written: its name and type, and its text of a row. */
export interface SaleColumn<T> {
  readonly name: string
  readonly type: string
  read(row: T): string | number | boolean | null
}

type Decimal<T> = readonly [name: string, places: number, read: (row: T) => number | null]

const decimals = <T>(all: readonly Decimal<T>[]): SaleColumn<T>[] =>
  all.map(([name, places, read]) => ({
    name,
    type: 'numeric',
    read: row => {
      const units = read(row)
      return units === null ? null : amountText(units, places)
    },
  }))

const plain = <T>(type: string, names: readonly (keyof T & string)[]): SaleColumn<T>[] =>
  names.map(name => ({ name, type, read: row => row[name] as string | number | boolean | null }))

/** The columns of a movement beside its key. */
export const saleColumns: readonly SaleColumn<Sale>[] = [
  ...plain<Sale>('text', ['conteudo', 'canal_venda', 'tipo_venda', 'comanda', 'descricao', 'observacao', 'identificador']),
  ...plain<Sale>('text', ['cpf_cnpj', 'deletado_motivo']),
  ...plain<Sale>('bigint', [
    'tipoMovimentoId',
    'caixaId',
    'abertura',
    'nsp',
    'mov',
    'contador',
    'numero_pessoas',
    'parceiroId',
    'deletadoPorId',
  ]),
  ...plain<Sale>('timestamptz', ['alterado_em', 'aberto_em', 'fechado_em', 'recebido_em', 'contado_em', 'deletado_em']),
  ...plain<Sale>('boolean', ['servico']),
  ...decimals<Sale>([
    ['total_bruto', 2, sale => sale.total_bruto],
    ['total_desconto', 2, sale => sale.total_desconto],
    ['total_servico', 2, sale => sale.total_servico],
    ['total_retido', 2, sale => sale.total_retido],
    ['valor_final', 2, sale => sale.valor_final],
  ]),
]

/** A row of a list with the movement that it belongs to, and its own key where it has one already. */
export interface SaleListRow<T> {
  readonly sale: number
  readonly id: number | null
  readonly row: T
}

const of = <T>(columns: readonly SaleColumn<T>[]): SaleColumn<SaleListRow<T>>[] =>
  columns.map(({ name, type, read }) => ({ name, type, read: ({ row }) => read(row) }))

export const saleLineColumns: readonly SaleColumn<SaleListRow<SaleLine>>[] = [
  { name: 'MovimentosId', type: 'bigint', read: ({ sale }) => sale },
  ...of<SaleLine>([
    ...plain<SaleLine>('text', ['cod_prod', 'descricao', 'deletado_motivo']),
    ...plain<SaleLine>('bigint', ['ordem', 'produtoId', 'grupoId', 'unidadeId', 'garcomId', 'vendedorId', 'deletadoPorId']),
    ...plain<SaleLine>('timestamptz', ['lancado_em', 'deletado_em']),
    ...decimals<SaleLine>([
      ['qtd', 3, line => line.qtd],
      ['valor_unitario', 2, line => line.valor_unitario],
      ['valor_bruto', 2, line => line.valor_bruto],
      ['valor_desconto', 2, line => line.valor_desconto],
      ['valor_final', 2, line => line.valor_final],
      ['preco_custo', 4, line => line.preco_custo],
      ['valor_servico', 2, line => line.valor_servico],
      ['comissao', 2, line => line.comissao],
      ['valor_comissao', 2, line => line.valor_comissao],
    ]),
  ]),
]

export const saleReceiptColumns: readonly SaleColumn<SaleListRow<SaleReceipt>>[] = [
  { name: 'movimentoId', type: 'bigint', read: ({ sale }) => sale },
  ...of<SaleReceipt>([
    ...plain<SaleReceipt>('bigint', ['ordem', 'moedaId', 'deletadoPorId']),
    ...plain<SaleReceipt>('timestamptz', ['deletado_em']),
    ...plain<SaleReceipt>('boolean', ['correntista']),
    ...decimals<SaleReceipt>([
      ['valor', 2, receipt => receipt.valor],
      ['taxa', 2, receipt => receipt.taxa],
      ['valor_taxa', 2, receipt => receipt.valor_taxa],
    ]),
  ]),
]

/** The rows column by column, as PostgreSQL reads arrays: a statement has as many parameters as columns, whatever the rows. */
export const columnArrays = <T>(rows: readonly T[], columns: readonly SaleColumn<T>[]): string[] =>
  columns.map(({ read }) => {
    let text = '{'
    for (let at = 0; at < rows.length; at++) text += (at === 0 ? '' : ',') + literal(read(rows[at] as T))
    return `${text}}`
  })

function literal(value: string | number | boolean | null): string {
  if (value === null) return 'NULL'
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value)
}

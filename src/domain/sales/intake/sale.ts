import type { AmountUnits } from './amount.ts'

/** The person who took a row or a sale back, and the moment. */
interface Deletion {
  readonly deletadoPorId: number | null
  deletado_em: string | null
  /** Nobody said when: it is the moment of arrival, of the first one. */
  readonly undated: boolean
}

/** A line of a sale, checked and filled: money in cents, qtd in thousandths, cost in 1/10,000, percents in 1/100. */
export interface SaleLine extends Deletion {
  readonly ordem: number
  readonly produtoId: number | null
  cod_prod: string | null
  descricao: string
  grupoId: number | null
  unidadeId: number | null
  readonly qtd: AmountUnits
  readonly valor_unitario: AmountUnits
  readonly valor_bruto: AmountUnits
  valor_desconto: AmountUnits
  valor_final: AmountUnits
  /** null: that of the product, or of the line as it was sold. */
  preco_custo: AmountUnits | null
  valor_servico: AmountUnits | null
  readonly garcomId: number | null
  readonly vendedorId: number | null
  comissao: AmountUnits | null
  valor_comissao: AmountUnits | null
  readonly lancado_em: string | null
  readonly deletado_motivo: string | null
}

export interface SaleReceipt extends Deletion {
  readonly ordem: number
  readonly moedaId: number
  readonly valor: AmountUnits
  taxa: AmountUnits | null
  valor_taxa: AmountUnits
  readonly correntista: boolean
}

/** A movement as a point of sale tells it. */
export interface Sale extends Deletion {
  readonly equipamentoId: number
  readonly chave: string
  readonly conteudo: string
  readonly alterado_em: string | null
  readonly tipoMovimentoId: number
  /** Its session, or the number of that session at the equipment where nobody knows more yet. */
  caixaId: number | null
  readonly abertura: number | null
  readonly nsp: number | null
  readonly mov: number | null
  readonly contador: number | null
  readonly aberto_em: string | null
  readonly fechado_em: string | null
  readonly recebido_em: string | null
  contado_em: string | null
  readonly canal_venda: string
  readonly tipo_venda: string
  readonly comanda: string | null
  readonly descricao: string | null
  readonly observacao: string | null
  readonly identificador: string | null
  readonly cpf_cnpj: string | null
  readonly numero_pessoas: number
  readonly parceiroId: number | null
  total_bruto: AmountUnits
  total_desconto: AmountUnits
  readonly servico: boolean
  readonly total_servico: AmountUnits
  /** The part of it that a marketplace keeps; null where nobody said. */
  readonly total_retido: AmountUnits | null
  valor_final: AmountUnits
  readonly deletado_motivo: string | null
  readonly produtos: readonly SaleLine[]
  readonly recebimentos: readonly SaleReceipt[]
}

/** Movements that are paid with money or on account by themselves and have no lines: only their receipts count. */
export const typesWithoutLines: ReadonlySet<number> = new Set([3, 7, 8, 9, 10])
/** Movements for which something was received once they are closed: others may have receipts. */
export const isPaidType = (tipo: number): boolean => tipo === 1

import type { OperationInput } from '../../../server/domain.ts'
/** An item as its note is entered; fields that are left out stay as saved. */
export interface EntryItem {
  readonly id: number
  readonly produtoId?: number | null
  readonly fator?: number | string
  readonly venda?: number | string | null
  /** Percent over the cost: what the price is where none is said. */
  readonly margem?: number | string | null
  readonly CFOP_entrada?: string | null
  readonly CST_entrada?: string | null
  readonly CSTPIS_entrada?: string | null
  readonly CSTCOFINS_entrada?: string | null
}

/** A bill that the note becomes. */
export interface EntryBill {
  readonly vencimento: string
  readonly valor: number | string
  readonly classificacaoId?: number | null
  readonly centroCustoId?: number | null
  readonly observacao?: string | null
}

/** The input with which a note is entered. */
export type EntryInput = OperationInput<'POST nfes/entrada'>

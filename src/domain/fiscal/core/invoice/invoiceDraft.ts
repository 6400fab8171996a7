import type { CalculatedNote } from '../calculation/calculateNote.ts'
import type { NoteHeader, NoteItem } from '../calculation/noteRecord.ts'
import type { TaxLaw } from '../calculation/taxLaw.ts'
import type { RecordedAddress, SaleStore } from '../consumer/sale.ts'
import type { BenefitTable } from '../operations/benefits.ts'
import type { Operations } from '../operations/operationTable.ts'
import { tipCode, tipNcm } from '../regime/tips.ts'
import type { Contingency, NoteVolume } from '../writing/noteDocument.ts'

/** A party of an invoice, as its record among the partners says it; the address is its first one. */
export interface InvoiceParty extends RecordedAddress {
  readonly cnpj: string | null
  readonly ie: string | null
  /** Passport or registration in another country. */
  readonly id_estrangeiro: string | null
  readonly razao_social: string | null
  readonly nome_fantasia: string | null
  readonly email: string | null
  readonly complemento: string | null
  /** Code and name of another country (`cPais`, `xPais`). */
  readonly paisId: string | null
  readonly pais: string | null
}

/** An item of an invoice besides its taxes, with what only its product says. */
export interface InvoiceLine {
  readonly codigo: string | null
  /** The product's other code, which may be its bar code. */
  readonly cod_aux: string | null
  readonly descricao: string | null
  readonly unidade: string | null
  readonly cfop: string | null
  readonly ncmId: string | null
  readonly cestId: string | null
  readonly num_ped: string | null
  readonly num_item: number | null
  readonly codigo_beneficio: string | null
  readonly ind_escala: string | null
  readonly cnpj_fab: string | null
  /** Of which item of which note it is, where it comes back. */
  readonly ref_chave?: string | null
  readonly ref_item?: number | null
}

/** Tells whether an item is a tip, which has no product that could say its code of goods and its benefit. */
export const isTip = ({ codigo }: Pick<InvoiceLine, 'codigo'>): boolean => codigo === tipCode

/** NCM as a note tells it; empty where nobody said it. */
export const ncmOf = ({ codigo, ncmId }: Pick<InvoiceLine, 'codigo' | 'ncmId'>): string =>
  (ncmId || (isTip({ codigo }) ? tipNcm : '')).slice(0, 8)

export interface InvoicePayment {
  readonly tipo: number
  readonly valor: number
  readonly descricao: string | null
}

/** The fields of an invoice's own record, without its lists. */
export interface InvoiceFields {
  readonly serie: number
  readonly numero: number
  readonly cnf: number
  readonly natureza_operacao: string
  readonly tipo_doc: 0 | 1
  readonly finalidade: number
  readonly presenca: number
  readonly identificador_operacao: 1 | 2 | 3
  readonly modo_frete: number
  readonly veiculo_placa: string | null
  readonly veiculo_uf: string | null
  readonly veiculo_registro: string | null
  readonly informacao_adicional: string | null
  readonly exporta_uf: string | null
  readonly exporta_local: string | null
  readonly exporta_despacho: string | null
}

/** An invoice as it was typed, worked out, and all that its document says beside it. */
export interface InvoiceDraft {
  readonly fields: InvoiceFields
  /** With its offset: 2026-11-23T10:00:00-03:00. */
  readonly emitida_em: string
  /** `tpEmis`: 1 normal, 6 and 7 at a virtual authority of contingency. */
  readonly tipo_emissao: 1 | 6 | 7
  readonly contingencia?: Contingency | undefined
  readonly loja: SaleStore
  readonly destinatario: InvoiceParty | undefined
  readonly transportadora: InvoiceParty | undefined
  /** The table of benefits of its state on its day. */
  readonly beneficios: BenefitTable
  readonly intermediador: InvoiceParty | undefined
  readonly linhas: readonly InvoiceLine[]
  readonly pagamentos: readonly InvoicePayment[]
  readonly chaves: readonly string[]
  readonly volumes: readonly NoteVolume[]
  /** One item for each line, and what was worked out of them. */
  readonly header: NoteHeader
  readonly itens: readonly NoteItem[]
  readonly calculo: CalculatedNote
  readonly law: TaxLaw
  /** The operations that exist on its day. */
  readonly operacoes: Operations
}

/** Something that keeps an invoice from being issued: a field of its record, a message and what that tells. */
export interface InvoiceProblem {
  readonly path: string
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
}

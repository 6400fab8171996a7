/** An address, as far as a record says it. */
export interface RecordedAddress {
  readonly logradouro: string | null
  readonly numero: string | null
  readonly bairro: string | null
  readonly cidade: string | null
  readonly uf: string | null
  /** IBGE's code. */
  readonly codigo_municipio: string | null
  readonly cep: string | null
  readonly telefone: string | null
}

/** The fields of a store's record from which its notes are written. */
export interface SaleStore extends RecordedAddress {
  readonly cnpj: string | null
  readonly razao_social: string | null
  readonly nome_fantasia: string | null
  readonly inscricao_estadual: string | null
  readonly regime_tributario: 1 | 2 | 3 | 4
  readonly ambiente_fiscal: 1 | 2
  readonly nfe_cred_sn_alq: number
  /** Whether the service that it charges goes to its staff whole. */
  readonly gorjeta?: boolean
}

/** The values of a line as it was sold. */
export interface SoldValues {
  readonly descricao: string
  readonly qtd: number
  readonly valor_unitario: number
  readonly valor_bruto: number
  readonly valor_desconto: number
  readonly valor_servico: number
}

/** A line of a sale with what its product and the product's taxes say. */
export interface SoldLine extends SoldValues {
  readonly cod_prod: string | null
  /** The product's other code, which may be its bar code. */
  readonly cod_aux: string | null
  readonly unidade: string | null
  readonly ncm: string | null
  readonly cest: string | null
  readonly orig: number | null
  readonly codigo_beneficio: string | null
  readonly ind_escala: string | null
  readonly cnpj_fab: string | null
  readonly cfop_estadual: string | null
  readonly icms_cst: string | null
  readonly icms_alq: number
  readonly icms_red_bc: number
  readonly icms_st_mva: number
  readonly pis_cst: string | null
  readonly pis_alq: number
  readonly cofins_cst: string | null
  readonly cofins_alq: number
  /** `cClassTrib`: its first three digits are its CST. */
  readonly ibscbs_cclasstrib: string
  /** Class of the selective tax, of goods that have one. */
  readonly is_cclasstrib: string | null
}

export interface SalePayment {
  readonly nome: string
  readonly cod_sat: string
  readonly valor: number
}

/** Where a sale was delivered and to whom, as far as somebody wrote it down. */
export interface DeliveryPlace extends RecordedAddress {
  readonly cpf_cnpj: string | null
  readonly nome: string | null
  readonly complemento: string | null
}

/** A sale as it was paid. */
export interface PaidSale {
  readonly valor_final: number
  readonly cpf_cnpj: string | null
  /** Of a sale that was delivered: the likeliest place first. */
  readonly entregas?: readonly DeliveryPlace[]
  /** The marketplace that brought the buyer, with what the shop is called there. */
  readonly intermediador?: { readonly cnpj: string; readonly nome: string } | undefined
  /** In reais: what the marketplace keeps for delivery and intermediation. */
  readonly retido?: number
  readonly linhas: readonly SoldLine[]
  readonly recebimentos: readonly SalePayment[]
}

/** Number and moment that the note takes. */
export interface NoteNumber {
  readonly serie: number
  readonly numero: number
  readonly cnf: string
  readonly emitida_em: string
  readonly tipo_emissao: 1 | 9
  readonly contingencia?: { readonly desde: string; readonly motivo: string } | undefined
}

/** Why no note can be made of a sale: a message and what it tells. */
export class SaleProblem extends Error {
  readonly code: string
  readonly params: Readonly<Record<string, string>>

  constructor(code: string, params: Readonly<Record<string, string>> = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}

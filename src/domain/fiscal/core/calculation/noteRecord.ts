/** An item of a note to be issued, named as in NFe_emissaos; rates in percent. Fields that a CST does not enable are left out or ignored. */
export interface NoteItem {
  readonly quantidade: number
  readonly valor_unitario: number
  readonly valor_desconto?: number
  readonly valor_frete?: number
  readonly valor_seguro?: number
  readonly valor_outro?: number
  /** `orig`: 0 to 8. */
  readonly origem?: string
  /** CST or CSOSN. */
  readonly icms_cst: string
  readonly icms_red_bc?: number
  readonly icms_alq?: number
  /** Share of the tax that CST 51 defers. */
  readonly icms_dif_alq?: number
  readonly icms_st_mva?: number
  readonly icms_st_red_bc?: number
  readonly icms_st_alq?: number
  readonly fcp_alq?: number
  readonly fcp_st_alq?: number
  readonly cred_sn_alq?: number
  /** Of CST 60 and CSOSN 500, as the purchase told it: base, the consumer's rate with its FCP, the substitute's own tax, the rate of the FCP. */
  readonly icms_st_ret_bc?: number
  readonly icms_st_ret_alq?: number
  readonly icms_st_ret_sub_v?: number
  readonly fcp_st_ret_alq?: number
  /** Of the same, the tax that the sale would carry without that: reduction and rate. */
  readonly icms_efet_red_bc?: number
  readonly icms_efet_alq?: number
  /** Rate of the destination's state, and of its FCP, for consumers in other states. */
  readonly icms_uf_dest_alq?: number
  readonly fcp_uf_dest_alq?: number
  readonly ipi_cst?: string
  readonly ipi_alq?: number
  readonly pis_cst: string
  readonly pis_alq?: number
  readonly cofins_cst: string
  readonly cofins_alq?: number
  readonly ibscbs_cst?: string
  readonly ibscbs_cclasstrib?: string
  /** In reais: the part of the item that is outside of the base of IBS and CBS. */
  readonly ibscbs_fora?: number
  /** Class of the selective tax, of goods that have one. */
  readonly is_cclasstrib?: string
}

/** The facts of the whole note on which its items' taxes depend. */
export interface NoteHeader {
  /** Day of issue: 2026-11-23. */
  readonly emitida_em: string
  /** CRT of the issuer: 1, 2 and 4 Simples Nacional, 3 normal. */
  readonly regime: 1 | 2 | 3 | 4
  readonly uf_emitente: string
  readonly uf_destinatario: string
  /** `indFinal`. */
  readonly consumidor: boolean
  /** `indIEDest`: 1 taxpayer, 2 exempt, 9 none. */
  readonly identificador_ie_dest: 1 | 2 | 9
  /** Amounts of the whole note that are spread over its items; without one, the items' own stand. */
  readonly total_desconto?: number
  readonly total_frete?: number
  readonly total_seguro?: number
  readonly total_outro?: number
  /** Whether PIS and COFINS leave the ICMS out of their base (theme 69 of the STF). */
  readonly pis_cofins_sem_icms: boolean
}

/** Values of an item that are worked out. */
export type AmountName =
  | 'valor_total'
  | 'valor_desconto'
  | 'valor_frete'
  | 'valor_seguro'
  | 'valor_outro'
  | 'valor_item'
  | 'icms_bc'
  | 'icms_v'
  | 'icms_op_v'
  | 'icms_dif_v'
  | 'icms_st_bc'
  | 'icms_st_v'
  | 'fcp_bc'
  | 'fcp_v'
  | 'fcp_st_bc'
  | 'fcp_st_v'
  | 'cred_sn_v'
  | 'icms_st_ret_v'
  | 'fcp_st_ret_v'
  | 'icms_efet_bc'
  | 'icms_efet_v'
  | 'icms_uf_dest_bc'
  | 'icms_uf_dest_v'
  | 'fcp_uf_dest_v'
  | 'ipi_bc'
  | 'ipi_v'
  | 'pis_bc'
  | 'pis_v'
  | 'cofins_bc'
  | 'cofins_v'
  | 'is_v'
  | 'ibscbs_bc'
  | 'ibs_uf_v'
  | 'ibs_mun_v'
  | 'cbs_v'

export type ItemAmounts = Readonly<Record<AmountName, number>>

/** A record with a value for each amount. */
export const mapAmounts = <T>(valueOf: (name: AmountName) => T): Record<AmountName, T> => ({
  valor_total: valueOf('valor_total'),
  valor_desconto: valueOf('valor_desconto'),
  valor_frete: valueOf('valor_frete'),
  valor_seguro: valueOf('valor_seguro'),
  valor_outro: valueOf('valor_outro'),
  valor_item: valueOf('valor_item'),
  icms_bc: valueOf('icms_bc'),
  icms_v: valueOf('icms_v'),
  icms_op_v: valueOf('icms_op_v'),
  icms_dif_v: valueOf('icms_dif_v'),
  icms_st_bc: valueOf('icms_st_bc'),
  icms_st_v: valueOf('icms_st_v'),
  fcp_bc: valueOf('fcp_bc'),
  fcp_v: valueOf('fcp_v'),
  fcp_st_bc: valueOf('fcp_st_bc'),
  fcp_st_v: valueOf('fcp_st_v'),
  cred_sn_v: valueOf('cred_sn_v'),
  icms_st_ret_v: valueOf('icms_st_ret_v'),
  fcp_st_ret_v: valueOf('fcp_st_ret_v'),
  icms_efet_bc: valueOf('icms_efet_bc'),
  icms_efet_v: valueOf('icms_efet_v'),
  icms_uf_dest_bc: valueOf('icms_uf_dest_bc'),
  icms_uf_dest_v: valueOf('icms_uf_dest_v'),
  fcp_uf_dest_v: valueOf('fcp_uf_dest_v'),
  ipi_bc: valueOf('ipi_bc'),
  ipi_v: valueOf('ipi_v'),
  pis_bc: valueOf('pis_bc'),
  pis_v: valueOf('pis_v'),
  cofins_bc: valueOf('cofins_bc'),
  cofins_v: valueOf('cofins_v'),
  is_v: valueOf('is_v'),
  ibscbs_bc: valueOf('ibscbs_bc'),
  ibs_uf_v: valueOf('ibs_uf_v'),
  ibs_mun_v: valueOf('ibs_mun_v'),
  cbs_v: valueOf('cbs_v'),
})

/** Why a note cannot be issued as it is: a rate that is needed is not known. */
export interface CalculationProblem {
  /** Place of the item, from 0. */
  readonly item: number
  readonly code:
    | 'ibs-cbs-rates-unknown'
    | 'tax-class-unknown'
    | 'selective-rate-unknown'
    | 'destination-rate-missing'
    | 'interstate-rate-unknown'
    | 'simples-credit-missing'
}

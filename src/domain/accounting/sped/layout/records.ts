/** A field of a record: `N` are digits or a number with so many decimals, `C` is text. */
export interface SpedField {
  readonly name: string
  readonly type: 'N' | 'C'
  /** Largest length; the only one where `exact`. */
  readonly length: number | undefined
  readonly exact: boolean
  readonly decimals: number | undefined
  readonly required: boolean
}

/** An amount that is owed, when and under which code of revenue: the accountant adds it, states say both. */
const obligation = 'COD_OR:C3*! VL_OR:N.2! DT_VCTO:N8*! COD_REC:C! NUM_PROC:C60 IND_PROC:C1* PROC:C TXT_COMPL:C MES_REF:N6*!'

/**
 * Fields after REG, as the practical guide 3.1.8 lists them: name, type, length (`*` the only one), `.` decimals, `!` required. CNPJ and keys may hold
 * letters since July 2026. What a later guide changes is another line here, with the day from which it holds in `versions.ts`.
 */
const texts: Readonly<Record<string, string>> = {
  '0000':
    'COD_VER:N3*! COD_FIN:N1! DT_INI:N8*! DT_FIN:N8*! NOME:C100! CNPJ:C14* CPF:N11* UF:C2*! IE:C14! COD_MUN:N7*! IM:C SUFRAMA:C9* IND_PERFIL:C1! IND_ATIV:N1!',
  '0001': 'IND_MOV:N1!',
  '0005': 'FANTASIA:C60! CEP:N8*! END:C60! NUM:C10 COMPL:C60 BAIRRO:C60! FONE:C11 FAX:C11 EMAIL:C',
  '0100':
    'NOME:C100! CPF:N11*! CRC:C15! CNPJ:C14* CEP:N8* END:C60 NUM:C10 COMPL:C60 BAIRRO:C60 FONE:C11 FAX:C11 EMAIL:C! COD_MUN:N7*!',
  '0150':
    'COD_PART:C60! NOME:C100! COD_PAIS:N5! CNPJ:C14* CPF:N11* IE:C14 COD_MUN:N7* SUFRAMA:C9* END:C60! NUM:C10 COMPL:C60 BAIRRO:C60',
  '0190': 'UNID:C6! DESCR:C!',
  '0200':
    'COD_ITEM:C60! DESCR_ITEM:C! COD_BARRA:C COD_ANT_ITEM:C60 UNID_INV:C6! TIPO_ITEM:N2! COD_NCM:C8* EX_IPI:C3 COD_GEN:N2* COD_LST:C5 ALIQ_ICMS:N6.2 CEST:N7*',
  '0990': 'QTD_LIN_0:N!',
  B001: 'IND_DAD:C1!',
  B990: 'QTD_LIN_B:N!',
  C001: 'IND_MOV:C1!',
  C100:
    'IND_OPER:C1*! IND_EMIT:C1*! COD_PART:C60 COD_MOD:C2*! COD_SIT:N2*! SER:C3 NUM_DOC:N9! CHV_NFE:C44* DT_DOC:N8* DT_E_S:N8* VL_DOC:N.2 IND_PGTO:C1* VL_DESC:N.2 ' +
    'VL_ABAT_NT:N.2 VL_MERC:N.2 IND_FRT:C1* VL_FRT:N.2 VL_SEG:N.2 VL_OUT_DA:N.2 VL_BC_ICMS:N.2 VL_ICMS:N.2 VL_BC_ICMS_ST:N.2 VL_ICMS_ST:N.2 VL_IPI:N.2 VL_PIS:N.2 ' +
    'VL_COFINS:N.2 VL_PIS_ST:N.2 VL_COFINS_ST:N.2',
  C101: 'VL_FCP_UF_DEST:N.2! VL_ICMS_UF_DEST:N.2! VL_ICMS_UF_REM:N.2!',
  C170:
    'NUM_ITEM:N3! COD_ITEM:C60! DESCR_COMPL:C QTD:N.5! UNID:C6! VL_ITEM:N.2! VL_DESC:N.2 IND_MOV:C1*! CST_ICMS:N3*! CFOP:N4*! COD_NAT:C10 VL_BC_ICMS:N.2 ALIQ_ICMS:N6.2 ' +
    'VL_ICMS:N.2 VL_BC_ICMS_ST:N.2 ALIQ_ST:N.2 VL_ICMS_ST:N.2 IND_APUR:C1* CST_IPI:C2* COD_ENQ:C3* VL_BC_IPI:N.2 ALIQ_IPI:N6.2 VL_IPI:N.2 CST_PIS:N2* VL_BC_PIS:N.2 ' +
    'ALIQ_PIS:N8.4 QUANT_BC_PIS:N.3 ALIQ_PIS_R:N.4 VL_PIS:N.2 CST_COFINS:N2* VL_BC_COFINS:N.2 ALIQ_COFINS:N8.4 QUANT_BC_COFINS:N.3 ALIQ_COFINS_R:N.4 VL_COFINS:N.2 ' +
    'COD_CTA:C VL_ABAT_NT:N.2',
  C190: 'CST_ICMS:N3*! CFOP:N4*! ALIQ_ICMS:N6.2 VL_OPR:N.2! VL_BC_ICMS:N.2! VL_ICMS:N.2! VL_BC_ICMS_ST:N.2! VL_ICMS_ST:N.2! VL_RED_BC:N.2! VL_IPI:N.2! COD_OBS:C6',
  C990: 'QTD_LIN_C:N!',
  D001: 'IND_MOV:C1!',
  D990: 'QTD_LIN_D:N!',
  E001: 'IND_MOV:C1!',
  E100: 'DT_INI:N8*! DT_FIN:N8*!',
  E110:
    'VL_TOT_DEBITOS:N.2! VL_AJ_DEBITOS:N.2! VL_TOT_AJ_DEBITOS:N.2! VL_ESTORNOS_CRED:N.2! VL_TOT_CREDITOS:N.2! VL_AJ_CREDITOS:N.2! VL_TOT_AJ_CREDITOS:N.2! ' +
    'VL_ESTORNOS_DEB:N.2! VL_SLD_CREDOR_ANT:N.2! VL_SLD_APURADO:N.2! VL_TOT_DED:N.2! VL_ICMS_RECOLHER:N.2! VL_SLD_CREDOR_TRANSPORTAR:N.2! DEB_ESP:N.2!',
  E116: obligation,
  E200: 'UF:C2*! DT_INI:N8*! DT_FIN:N8*!',
  E210:
    'IND_MOV_ST:C1*! VL_SLD_CRED_ANT_ST:N.2! VL_DEVOL_ST:N.2! VL_RESSARC_ST:N.2! VL_OUT_CRED_ST:N.2! VL_AJ_CREDITOS_ST:N.2! VL_RETENCAO_ST:N.2! VL_OUT_DEB_ST:N.2! ' +
    'VL_AJ_DEBITOS_ST:N.2! VL_SLD_DEV_ANT_ST:N.2! VL_DEDUCOES_ST:N.2! VL_ICMS_RECOL_ST:N.2! VL_SLD_CRED_ST_TRANSPORTAR:N.2! DEB_ESP_ST:N.2!',
  E250: obligation,
  E300: 'UF:C2*! DT_INI:N8*! DT_FIN:N8*!',
  E310:
    'IND_MOV_FCP_DIFAL:C1*! VL_SLD_CRED_ANT_DIFAL:N.2! VL_TOT_DEBITOS_DIFAL:N.2! VL_OUT_DEB_DIFAL:N.2! VL_TOT_CREDITOS_DIFAL:N.2! VL_OUT_CRED_DIFAL:N.2! ' +
    'VL_SLD_DEV_ANT_DIFAL:N.2! VL_DEDUCOES_DIFAL:N.2! VL_RECOL_DIFAL:N.2! VL_SLD_CRED_TRANSPORTAR_DIFAL:N.2! DEB_ESP_DIFAL:N.2! VL_SLD_CRED_ANT_FCP:N.2! ' +
    'VL_TOT_DEB_FCP:N.2! VL_OUT_DEB_FCP:N.2! VL_TOT_CRED_FCP:N.2! VL_OUT_CRED_FCP:N.2! VL_SLD_DEV_ANT_FCP:N.2! VL_DEDUCOES_FCP:N.2! VL_RECOL_FCP:N.2! ' +
    'VL_SLD_CRED_TRANSPORTAR_FCP:N.2! DEB_ESP_FCP:N.2!',
  E316: obligation,
  E990: 'QTD_LIN_E:N!',
  G001: 'IND_MOV:C1!',
  G990: 'QTD_LIN_G:N!',
  H001: 'IND_MOV:C1!',
  H005: 'DT_INV:N8*! VL_INV:N.2! MOT_INV:C2*!',
  H010: 'COD_ITEM:C60! UNID:C6! QTD:N.3! VL_UNIT:N.6! VL_ITEM:N.2! IND_PROP:C1*! COD_PART:C60 TXT_COMPL:C COD_CTA:C VL_ITEM_IR:N.2',
  H990: 'QTD_LIN_H:N!',
  K001: 'IND_MOV:C1!',
  K990: 'QTD_LIN_K:N!',
  '1001': 'IND_MOV:N1!',
  '1010':
    'IND_EXP:C1*! IND_CCRF:C1*! IND_COMB:C1*! IND_USINA:C1*! IND_VA:C1*! IND_EE:C1*! IND_CART:C1*! IND_FORM:C1*! IND_AER:C1*! IND_GIAF1:C1*! IND_GIAF3:C1*! IND_GIAF4:C1*! ' +
    'IND_REST:C1*!',
  '1990': 'QTD_LIN_1:N!',
  '9001': 'IND_MOV:N1!',
  '9900': 'REG_BLC:C4! QTD_REG_BLC:N!',
  '9990': 'QTD_LIN_9:N!',
  '9999': 'QTD_LIN:N!',
}

function fieldOf(text: string): SpedField {
  const [, name = '', type, length, exact, decimals, required] = /^(\w+):([NC])(\d+)?(\*)?(?:\.(\d))?(!)?$/.exec(text) ?? []
  return {
    name,
    type: type === 'N' ? 'N' : 'C',
    length: length === undefined ? undefined : Number(length),
    exact: exact !== undefined,
    decimals: decimals === undefined ? undefined : Number(decimals),
    required: required !== undefined,
  }
}

/** Fields of each record after REG. */
export const spedRecords: ReadonlyMap<string, readonly SpedField[]> = new Map(
  Object.entries(texts).map(([reg, text]) => [reg, text.split(/\s+/).map(fieldOf)]),
)

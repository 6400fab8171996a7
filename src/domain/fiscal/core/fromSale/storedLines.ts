import { amount, notBelowZero, sumOf, zero } from '../calculation/amounts.ts'
import { operationValue } from '../calculation/icms.ts'
import { type ItemAmounts, mapAmounts } from '../calculation/noteRecord.ts'
import { childrenOf, type DocumentElement, decimalAt, elementAt, textAt } from '../document/documentElement.ts'
import { readStoredXml } from '../document/readStoredXml.ts'
import type { DraftRecord } from '../draft/draftValues.ts'

/** A line of a note as the note itself has it: what is made of it later follows these, not what its product says by then. */
export interface StoredLine {
  /** Taxes, as records of invoices name them. */
  readonly dados: DraftRecord
  /** As the note tells it. */
  readonly codigo: string
  readonly descricao: string
  readonly unidade: string
  readonly quantidade: number
  readonly cfop: string
  readonly valor_unitario: number
  readonly valor_desconto: number
  /** Additions: service, freight, insurance. */
  readonly valor_outro: number
  readonly valores: ItemAmounts
  /** The part of it that is outside of the base of IBS and CBS; undefined where the note tells no base. */
  readonly ibscbs_fora: number | undefined
}

/** The lines of a stored note, by its XML. */
export interface StoredLines {
  /** Whether the buyer paid IS, IBS and CBS besides the goods. */
  readonly addsIbsCbs: boolean
  readonly linhas: readonly StoredLine[]
}

/** Reads them; undefined for what is no note. */
export function storedLines(text: string): StoredLines | undefined {
  const root = readStoredXml(text)
  const info = elementAt(root, root?.name === 'NFe' ? 'infNFe' : 'NFe/infNFe')
  if (!info) return undefined
  const whole = decimalAt(info, 'total/vNFTot') ?? zero
  return {
    addsIbsCbs: whole.greaterThan(decimalAt(info, 'total/ICMSTot/vNF') ?? zero),
    linhas: childrenOf(info, 'det').map(lineOf),
  }
}

/** Fields of an item's record, and of its groups of ICMS, PIS and COFINS. */
const ofIcms = {
  icms_red_bc: 'pRedBC',
  icms_alq: 'pICMS',
  icms_dif_alq: 'pDif',
  icms_st_mva: 'pMVAST',
  icms_st_red_bc: 'pRedBCST',
  icms_st_alq: 'pICMSST',
  fcp_alq: 'pFCP',
  fcp_st_alq: 'pFCPST',
  cred_sn_alq: 'pCredSN',
  fcp_st_ret_alq: 'pFCPSTRet',
  icms_efet_red_bc: 'pRedBCEfet',
  icms_efet_alq: 'pICMSEfet',
} as const

/** Of tax that an earlier seller withheld: where the note tells nothing of it, nothing is known. */
const withheld = { icms_st_ret_bc: 'vBCSTRet', icms_st_ret_alq: 'pST', icms_st_ret_sub_v: 'vICMSSubstituto' } as const

function lineOf(det: DocumentElement): StoredLine {
  const [icms, pis, cofins] = ['ICMS', 'PIS', 'COFINS'].map(name => elementAt(det, `imposto/${name}`)?.children[0])
  const number = (from: DocumentElement | undefined, path: string): number => decimalAt(from, path)?.toNumber() ?? 0
  const ipi = elementAt(det, 'imposto/IPI/IPITrib') ?? elementAt(det, 'imposto/IPI/IPINT')
  const class_ = textAt(det, 'imposto/IBSCBS/cClassTrib')
  const selective = textAt(det, 'imposto/IS/cClassTribIS')
  const additions = ['vOutro', 'vFrete', 'vSeg'].map(name => decimalAt(det, `prod/${name}`) ?? zero)
  const valores = amountsOf(det)
  return {
    codigo: textAt(det, 'prod/cProd') ?? '',
    descricao: textAt(det, 'prod/xProd') ?? '',
    unidade: textAt(det, 'prod/uCom') ?? '',
    quantidade: number(det, 'prod/qCom'),
    dados: {
      origem: Number(textAt(icms, 'orig') ?? 0),
      icms_cst: textAt(icms, 'CST') ?? textAt(icms, 'CSOSN'),
      ...Object.fromEntries(Object.entries(ofIcms).map(([name, field]) => [name, number(icms, field)])),
      ...Object.fromEntries(
        Object.entries(withheld).flatMap(([name, field]) => (textAt(icms, field) ? [[name, number(icms, field)]] : [])),
      ),
      // A note whose law has no PIS and COFINS does not tell their codes.
      ...(pis ? { pis_cst: textAt(pis, 'CST'), pis_alq: number(pis, 'pPIS') } : {}),
      ...(cofins ? { cofins_cst: textAt(cofins, 'CST'), cofins_alq: number(cofins, 'pCOFINS') } : {}),
      ...(ipi ? { ipi_cst: textAt(ipi, 'CST'), ipi_alq: number(ipi, 'pIPI') } : {}),
      ...(class_ ? { ibscbs_cclasstrib: class_ } : {}),
      ...(selective ? { is_cclasstrib: selective } : {}),
    },
    cfop: textAt(det, 'prod/CFOP') ?? '',
    // An invoice's record keeps six places of a price.
    valor_unitario: decimalAt(det, 'prod/vUnCom')?.toDecimalPlaces(6).toNumber() ?? 0,
    valor_desconto: number(det, 'prod/vDesc'),
    valor_outro: sumOf(additions).toNumber(),
    valores,
    ibscbs_fora: elementAt(det, 'imposto/IBSCBS/gIBSCBS') && outsideOf(valores),
  }
}

/** The part that the base of IBS and CBS lacks of the item's value without its other taxes. */
function outsideOf(of: ItemAmounts): number {
  const taxes = sumOf([of.icms_v, of.fcp_v, of.icms_uf_dest_v, of.fcp_uf_dest_v, of.pis_v, of.cofins_v].map(amount))
  return notBelowZero(amount(of.valor_item).minus(taxes).plus(of.is_v).minus(of.ibscbs_bc)).toNumber()
}

/** Where the amounts of an item stand in its `det`; `*` is the one group inside. */
const places: Partial<Record<keyof ItemAmounts, string>> = {
  valor_total: 'prod/vProd',
  valor_desconto: 'prod/vDesc',
  valor_frete: 'prod/vFrete',
  valor_seguro: 'prod/vSeg',
  valor_outro: 'prod/vOutro',
  icms_bc: 'imposto/ICMS/*/vBC',
  icms_v: 'imposto/ICMS/*/vICMS',
  icms_dif_v: 'imposto/ICMS/*/vICMSDif',
  icms_st_bc: 'imposto/ICMS/*/vBCST',
  icms_st_v: 'imposto/ICMS/*/vICMSST',
  fcp_bc: 'imposto/ICMS/*/vBCFCP',
  fcp_v: 'imposto/ICMS/*/vFCP',
  fcp_st_bc: 'imposto/ICMS/*/vBCFCPST',
  fcp_st_v: 'imposto/ICMS/*/vFCPST',
  cred_sn_v: 'imposto/ICMS/*/vCredICMSSN',
  icms_st_ret_v: 'imposto/ICMS/*/vICMSSTRet',
  fcp_st_ret_v: 'imposto/ICMS/*/vFCPSTRet',
  icms_efet_bc: 'imposto/ICMS/*/vBCEfet',
  icms_efet_v: 'imposto/ICMS/*/vICMSEfet',
  icms_uf_dest_bc: 'imposto/ICMSUFDest/vBCUFDest',
  icms_uf_dest_v: 'imposto/ICMSUFDest/vICMSUFDest',
  fcp_uf_dest_v: 'imposto/ICMSUFDest/vFCPUFDest',
  ipi_bc: 'imposto/IPI/IPITrib/vBC',
  ipi_v: 'imposto/IPI/IPITrib/vIPI',
  pis_bc: 'imposto/PIS/*/vBC',
  pis_v: 'imposto/PIS/*/vPIS',
  cofins_bc: 'imposto/COFINS/*/vBC',
  cofins_v: 'imposto/COFINS/*/vCOFINS',
  is_v: 'imposto/IS/vIS',
  ibscbs_bc: 'imposto/IBSCBS/gIBSCBS/vBC',
  ibs_uf_v: 'imposto/IBSCBS/gIBSCBS/gIBSUF/vIBSUF',
  ibs_mun_v: 'imposto/IBSCBS/gIBSCBS/gIBSMun/vIBSMun',
  cbs_v: 'imposto/IBSCBS/gIBSCBS/gCBS/vCBS',
}

function amountsOf(det: DocumentElement): ItemAmounts {
  const at = (name: keyof ItemAmounts) => {
    const [outer = '', inner] = (places[name] ?? '').split('/*/')
    return decimalAt(inner === undefined ? det : elementAt(det, outer)?.children[0], inner ?? outer) ?? zero
  }
  const [vProd, vDesc, vFrete, vSeg, vOutro] = [
    at('valor_total'),
    at('valor_desconto'),
    at('valor_frete'),
    at('valor_seguro'),
    at('valor_outro'),
  ]
  return {
    ...mapAmounts(name => (places[name] ? at(name) : zero).toNumber()),
    valor_item: operationValue({ vProd, vDesc, vFrete, vSeg, vOutro }).toNumber(),
    icms_op_v: at('icms_v').plus(at('icms_dif_v')).toNumber(),
  }
}

import type { ItemAmounts, NoteItem } from '../calculation/noteRecord.ts'
import { field, group, moneyField, rateField, someRate, type Xml } from './element.ts'

/** CST and CSOSN that share a group with another one. */
const sharing: Readonly<Record<string, string>> = {
  '41': '40',
  '50': '40',
  '103': '102',
  '300': '102',
  '400': '102',
  '203': '202',
}

/** Base by the value of the operation, and by the margin. */
const byValue = field('modBC', '3')
const byMargin = field('modBCST', '4')

/** The group of ICMS by its CST or CSOSN. */
export function icmsText(item: NoteItem, amounts: ItemAmounts): Xml {
  const cst = item.icms_cst
  const isSimples = cst.length === 3
  return group(
    'ICMS',
    group(
      `ICMS${isSimples ? 'SN' : ''}${sharing[cst] ?? cst}`,
      field('orig', item.origem ?? '0'),
      field(isSimples ? 'CSOSN' : 'CST', cst),
      fieldsOf[cst]?.(item, amounts) ?? '',
    ),
  )
}

type Fields = (item: NoteItem, amounts: ItemAmounts) => Xml

const base: Fields = (_, a) => moneyField('vBC', a.icms_bc)
const tax: Fields = (item, a) => rateField('pICMS', item.icms_alq) + moneyField('vICMS', a.icms_v)

/** FCP, with a base of its own but in CST 00. */
const fcp: Fields = (item, a) =>
  a.fcp_v === 0 ? '' : moneyField('vBCFCP', a.fcp_bc) + rateField('pFCP', item.fcp_alq) + moneyField('vFCP', a.fcp_v)

const substitution: Fields = (item, a) =>
  byMargin +
  someRate('pMVAST', item.icms_st_mva) +
  someRate('pRedBCST', item.icms_st_red_bc) +
  moneyField('vBCST', a.icms_st_bc) +
  rateField('pICMSST', item.icms_st_alq) +
  moneyField('vICMSST', a.icms_st_v) +
  (a.fcp_st_v === 0
    ? ''
    : moneyField('vBCFCPST', a.fcp_st_bc) + rateField('pFCPST', item.fcp_st_alq) + moneyField('vFCPST', a.fcp_st_v))

/** Where it may be left out. */
const someSubstitution: Fields = (item, a) => (item.icms_st_alq ? substitution(item, a) : '')

const credit: Fields = (item, a) => rateField('pCredSN', item.cred_sn_alq) + moneyField('vCredICMSSN', a.cred_sn_v)
const someCredit: Fields = (item, a) => (a.cred_sn_v === 0 ? '' : credit(item, a))

const deferred: Fields = (item, a) =>
  rateField('pICMS', item.icms_alq) +
  moneyField('vICMSOp', a.icms_op_v) +
  rateField('pDif', item.icms_dif_alq) +
  moneyField('vICMSDif', a.icms_dif_v) +
  moneyField('vICMS', a.icms_v)

const reduction: Fields = item => rateField('pRedBC', item.icms_red_bc)
const someReduction: Fields = item => someRate('pRedBC', item.icms_red_bc)

/** Tax that was withheld before, and that of the sale without it: each where somebody says it. */
const withheld: Fields = (item, a) =>
  (item.icms_st_ret_bc === undefined
    ? ''
    : moneyField('vBCSTRet', item.icms_st_ret_bc) +
      rateField('pST', item.icms_st_ret_alq) +
      moneyField('vICMSSubstituto', item.icms_st_ret_sub_v ?? 0) +
      moneyField('vICMSSTRet', a.icms_st_ret_v)) +
  (a.fcp_st_ret_v === 0
    ? ''
    : moneyField('vBCFCPSTRet', item.icms_st_ret_bc ?? 0) +
      rateField('pFCPSTRet', item.fcp_st_ret_alq) +
      moneyField('vFCPSTRet', a.fcp_st_ret_v)) +
  (item.icms_efet_alq
    ? rateField('pRedBCEfet', item.icms_efet_red_bc) +
      moneyField('vBCEfet', a.icms_efet_bc) +
      rateField('pICMSEfet', item.icms_efet_alq) +
      moneyField('vICMSEfet', a.icms_efet_v)
    : '')

const wholly: Fields = (item, a) => (a.fcp_v === 0 ? '' : rateField('pFCP', item.fcp_alq) + moneyField('vFCP', a.fcp_v))

const inOrder =
  (...parts: readonly (Fields | Xml)[]): Fields =>
  (item, a) =>
    parts.map(part => (typeof part === 'string' ? part : part(item, a))).join('')

/** Fields after the code, in the order of the schema; codes without one have no values. */
const fieldsOf: Readonly<Record<string, Fields>> = {
  '00': inOrder(byValue, base, tax, wholly),
  '10': inOrder(byValue, base, tax, fcp, substitution),
  '20': inOrder(byValue, reduction, base, tax, fcp),
  '30': substitution,
  '51': inOrder(byValue, someReduction, base, deferred, fcp),
  '60': withheld,
  '70': inOrder(byValue, reduction, base, tax, fcp, substitution),
  '90': inOrder(byValue, base, someReduction, tax, fcp, someSubstitution),
  '101': credit,
  '201': inOrder(substitution, credit),
  '202': substitution,
  '203': substitution,
  '500': withheld,
  '900': inOrder(byValue, base, someReduction, tax, someSubstitution, someCredit),
}

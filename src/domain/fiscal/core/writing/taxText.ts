import { amount, zero } from '../calculation/amounts.ts'
import { takesIpi } from '../calculation/enabledFields.ts'
import { effectiveRate } from '../calculation/ibsCbs.ts'
import type { ItemAmounts, NoteHeader, NoteItem } from '../calculation/noteRecord.ts'
import type { TaxClass } from '../calculation/taxClass.ts'
import type { IbsCbsRates, TaxLaw } from '../calculation/taxLaw.ts'
import { field, group, moneyField, rateField, type Xml } from './element.ts'

/** IPI of an NF-e; its code of legal framing is that of "others". */
export function ipiText({ ipi_cst, ipi_alq }: NoteItem, amounts: ItemAmounts, { hasIpi }: TaxLaw): Xml {
  if (!ipi_cst) return ''
  const taxed =
    field('CST', ipi_cst) +
    moneyField('vBC', amounts.ipi_bc) +
    rateField('pIPI', hasIpi ? ipi_alq : 0) +
    moneyField('vIPI', amounts.ipi_v)
  return group('IPI', field('cEnq', '999'), takesIpi(ipi_cst) ? group('IPITrib', taxed) : group('IPINT', field('CST', ipi_cst)))
}

/** PIS or COFINS by its CST. */
export function contributionText(tax: 'PIS' | 'COFINS', item: NoteItem, amounts: ItemAmounts): Xml {
  const [cst, rate, base, value] =
    tax === 'PIS'
      ? [item.pis_cst, item.pis_alq, amounts.pis_bc, amounts.pis_v]
      : [item.cofins_cst, item.cofins_alq, amounts.cofins_bc, amounts.cofins_v]
  if (cst === '') return ''
  const code = field('CST', cst)
  if (['04', '05', '06', '07', '08', '09'].includes(cst)) return group(tax, group(`${tax}NT`, code))
  if (cst === '03')
    return group(tax, group(`${tax}Qtde`, code, rateField('qBCProd', 0), rateField('vAliqProd', 0), moneyField(`v${tax}`, 0)))
  const byRate = moneyField('vBC', base) + rateField(`p${tax}`, rate) + moneyField(`v${tax}`, value)
  return group(tax, group(`${tax}${cst === '01' || cst === '02' ? 'Aliq' : 'Outr'}`, code, byRate))
}

/** The difference of rates that is due to the consumer's state. */
export function rateDifferenceText(
  item: NoteItem,
  amounts: ItemAmounts,
  { uf_emitente, uf_destinatario }: NoteHeader,
  law: TaxLaw,
): Xml {
  if (amounts.icms_uf_dest_bc === 0) return ''
  const poverty = item.fcp_uf_dest_alq !== undefined
  return group(
    'ICMSUFDest',
    moneyField('vBCUFDest', amounts.icms_uf_dest_bc),
    poverty ? moneyField('vBCFCPUFDest', amounts.icms_uf_dest_bc) : '',
    poverty ? rateField('pFCPUFDest', item.fcp_uf_dest_alq) : '',
    rateField('pICMSUFDest', item.icms_uf_dest_alq),
    field('pICMSInter', (law.interstateRate(uf_emitente, uf_destinatario, item.origem ?? '0') ?? zero).toFixed(2)),
    rateField('pICMSInterPart', 100),
    poverty ? moneyField('vFCPUFDest', amounts.fcp_uf_dest_v) : '',
    moneyField('vICMSUFDest', amounts.icms_uf_dest_v),
    moneyField('vICMSUFRemet', 0),
  )
}

/** The selective tax of goods that have one. */
export function selectiveText(item: NoteItem, amounts: ItemAmounts, law: TaxLaw): Xml {
  const rate = item.is_cclasstrib ? law.selectiveRate(item.is_cclasstrib) : undefined
  if (!item.is_cclasstrib || !rate) return ''
  const base = amount(amounts.ibscbs_bc)
    .minus(amounts.is_v)
    .plus(item.ibscbs_fora ?? 0)
  return group(
    'IS',
    field('CSTIS', item.is_cclasstrib.slice(0, 3)),
    field('cClassTribIS', item.is_cclasstrib),
    moneyField('vBCIS', base.toNumber()),
    rateField('pIS', rate.toNumber()),
    moneyField('vIS', amounts.is_v),
  )
}

/** IBS and CBS, where the law has the note tell them. */
export function ibsCbsText(item: NoteItem, amounts: ItemAmounts, law: TaxLaw): Xml {
  if (!law.tellsIbsCbs) return ''
  const cClassTrib = item.ibscbs_cclasstrib ?? '000001'
  const taxClass = law.findClass(cClassTrib)
  return group(
    'IBSCBS',
    field('CST', item.ibscbs_cst ?? cClassTrib.slice(0, 3)),
    field('cClassTrib', cClassTrib),
    taxClass?.taxed && law.rates ? commonText(amounts, law.rates, taxClass) : '',
  )
}

/** Tells whether any item has its values of IBS and CBS: only then the note has their totals (rejection 1118). */
export const hasIbsCbsTotal = (items: readonly NoteItem[], law: TaxLaw): boolean =>
  law.tellsIbsCbs && law.rates !== undefined && items.some(item => law.findClass(item.ibscbs_cclasstrib ?? '000001')?.taxed)

function commonText(amounts: ItemAmounts, rates: IbsCbsRates, { pRedIBS, pRedCBS }: TaxClass): Xml {
  const part = (tax: 'IBSUF' | 'IBSMun' | 'CBS', reduced: number, value: number): Xml => {
    const rate = rates[`p${tax}`]
    const effective = effectiveRate(rate, amount(reduced)).toNumber()
    const reduction = reduced === 0 ? '' : group('gRed', rateField('pRedAliq', reduced), rateField('pAliqEfet', effective))
    return group(`g${tax}`, rateField(`p${tax}`, rate.toNumber()), reduction, moneyField(`v${tax}`, value))
  }
  return group(
    'gIBSCBS',
    moneyField('vBC', amounts.ibscbs_bc),
    part('IBSUF', pRedIBS, amounts.ibs_uf_v),
    part('IBSMun', pRedIBS, amounts.ibs_mun_v),
    moneyField('vIBS', amount(amounts.ibs_uf_v).plus(amounts.ibs_mun_v).toNumber()),
    part('CBS', pRedCBS, amounts.cbs_v),
  )
}

import { type Amount, amount, money, notBelowZero, percentOf, reducedBy, zero } from './amounts.ts'
import { enabledIcmsFields, takesContribution, takesIpi } from './enabledFields.ts'
import { effectiveRate, ibsCbsTax } from './ibsCbs.ts'
import { deferredTax, operationValue, rateDifference, substitutionBase, substitutionTax } from './icms.ts'
import { paysIcmsInDas } from './icmsCode.ts'
import {
  type AmountName,
  type CalculationProblem,
  type ItemAmounts,
  mapAmounts,
  type NoteHeader,
  type NoteItem,
} from './noteRecord.ts'
import { isInterstate, type TaxLaw } from './taxLaw.ts'

/** The amounts of an item calculated so far. */
type Worked = Record<AmountName, Amount>

/** Shares of the note's amounts that an item takes. */
export type ItemShares = Pick<Worked, 'valor_desconto' | 'valor_frete' | 'valor_seguro' | 'valor_outro'>

/** `vProd`: quantity by price, to cents. */
export const itemTotal = ({ quantidade, valor_unitario }: NoteItem): Amount => money(amount(quantidade).times(valor_unitario))

const rate = (value: number | undefined): Amount => amount(value ?? 0)

/** Works the values of an item out, each from those before it, as rounded: IPI, ICMS, substitution, DIFAL, PIS and COFINS, IBS and CBS. */
export function calculateItem(
  item: NoteItem,
  shares: ItemShares,
  header: NoteHeader,
  law: TaxLaw,
): { readonly amounts: ItemAmounts; readonly problems: readonly CalculationProblem['code'][] } {
  const worked: Worked = { ...nothing(), ...shares, valor_total: itemTotal(item) }
  const problems: CalculationProblem['code'][] = []
  worked.valor_item = operationValue({
    vProd: worked.valor_total,
    vDesc: worked.valor_desconto,
    vFrete: worked.valor_frete,
    vSeg: worked.valor_seguro,
    vOutro: worked.valor_outro,
  })
  workIpi(item, worked, law)
  workIcms(item, worked, header)
  workSubstitution(item, worked, header, law)
  workSimplesCredit(item, worked, problems)
  workWithheld(item, worked, header)
  workRateDifference(item, worked, header, { law, problems })
  if (law.hasContributions) workContributions(item, worked, header)
  workIbsCbs(item, worked, law, problems)
  return { amounts: numbers(worked), problems }
}

const nothing = (): Worked => mapAmounts(() => zero)

const numbers = (worked: Worked): ItemAmounts => mapAmounts(name => worked[name].toNumber())

function workIpi({ ipi_cst = '', ipi_alq }: NoteItem, worked: Worked, { hasIpi }: TaxLaw): void {
  if (!takesIpi(ipi_cst)) return
  worked.ipi_bc = worked.valor_item.plus(worked.valor_desconto)
  worked.ipi_v = percentOf(worked.ipi_bc, hasIpi ? rate(ipi_alq) : zero)
}

/** The base of ICMS: IPI is part of it where the buyer consumes the goods (LC 87/1996, art. 13, § 2). */
const icmsValue = (worked: Worked, { consumidor, identificador_ie_dest }: NoteHeader): Amount =>
  consumidor || identificador_ie_dest === 9 ? worked.valor_item.plus(worked.ipi_v) : worked.valor_item

function workIcms(item: NoteItem, worked: Worked, header: NoteHeader): void {
  const enabled = enabledIcmsFields(item.icms_cst)
  if (!enabled.icms) return
  worked.icms_bc = reducedBy(icmsValue(worked, header), enabled.reduction ? rate(item.icms_red_bc) : zero)
  const deferred = item.icms_cst === '51' ? rate(item.icms_dif_alq) : zero
  const { vICMSOp, vICMSDif, vICMS } = deferredTax(worked.icms_bc, rate(item.icms_alq), deferred)
  worked.icms_op_v = vICMSOp
  worked.icms_dif_v = vICMSDif
  worked.icms_v = vICMS
  // The group of CSOSN 900 has no FCP of its own.
  if (item.icms_cst === '900' || !item.fcp_alq) return
  worked.fcp_bc = worked.icms_bc
  worked.fcp_v = percentOf(worked.fcp_bc, rate(item.fcp_alq))
}

function workSubstitution(item: NoteItem, worked: Worked, header: NoteHeader, law: TaxLaw): void {
  const enabled = enabledIcmsFields(item.icms_cst)
  // CST 90 and CSOSN 900 may go without a substitution.
  if (!enabled.substitution || !item.icms_st_alq) return
  const value = icmsValue(worked, header)
  worked.icms_st_bc = substitutionBase(worked.valor_item.plus(worked.ipi_v), rate(item.icms_st_mva), rate(item.icms_st_red_bc))
  const inter = law.interstateRate(header.uf_emitente, header.uf_destinatario, item.origem ?? '0')
  const own = enabled.icms && worked.icms_bc.greaterThan(0) ? worked.icms_op_v : percentOf(value, inter ?? rate(item.icms_st_alq))
  worked.icms_st_v = substitutionTax(worked.icms_st_bc, rate(item.icms_st_alq), own)
  if (!item.fcp_st_alq) return
  worked.fcp_st_bc = worked.icms_st_bc
  worked.fcp_st_v = substitutionTax(worked.fcp_st_bc, rate(item.fcp_st_alq), worked.fcp_v)
}

function workSimplesCredit(item: NoteItem, worked: Worked, problems: CalculationProblem['code'][]): void {
  if (!enabledIcmsFields(item.icms_cst).simplesCredit) return
  if (!item.cred_sn_alq && item.icms_cst !== '900') problems.push('simples-credit-missing')
  worked.cred_sn_v = percentOf(item.icms_cst === '900' ? worked.icms_bc : worked.valor_item, rate(item.cred_sn_alq))
}

/** Tax that an earlier seller withheld (`vICMSSTRet`, `vFCPSTRet`), and that of the sale without it (`vICMSEfet`). */
function workWithheld(item: NoteItem, worked: Worked, header: NoteHeader): void {
  if (!enabledIcmsFields(item.icms_cst).withheld) return
  const base = rate(item.icms_st_ret_bc)
  worked.fcp_st_ret_v = percentOf(base, rate(item.fcp_st_ret_alq))
  const whole = percentOf(base, rate(item.icms_st_ret_alq))
  worked.icms_st_ret_v = notBelowZero(whole.minus(rate(item.icms_st_ret_sub_v)).minus(worked.fcp_st_ret_v))
  if (!item.icms_efet_alq) return
  worked.icms_efet_bc = reducedBy(icmsValue(worked, header), rate(item.icms_efet_red_bc))
  worked.icms_efet_v = percentOf(worked.icms_efet_bc, rate(item.icms_efet_alq))
}

/** DIFAL (EC 87/2015): to consumers in other states who are no taxpayers; not by who pays ICMS within the DAS (ADI 5464 of the STF). */
function workRateDifference(
  item: NoteItem,
  worked: Worked,
  header: NoteHeader,
  { law, problems }: { readonly law: TaxLaw; readonly problems: CalculationProblem['code'][] },
): void {
  const due = !paysIcmsInDas(header.regime) && header.consumidor && header.identificador_ie_dest === 9
  const { uf_emitente: from, uf_destinatario: to } = header
  if (!due || !isInterstate(from, to) || !enabledIcmsFields(item.icms_cst).icms) return
  const inter = law.interstateRate(from, to, item.origem ?? '0')
  if (!inter) problems.push('interstate-rate-unknown')
  if (item.icms_uf_dest_alq === undefined) problems.push('destination-rate-missing')
  worked.icms_uf_dest_bc = worked.icms_bc
  worked.icms_uf_dest_v = rateDifference(worked.icms_bc, rate(item.icms_uf_dest_alq), inter ?? zero).vICMSUFDest
  worked.fcp_uf_dest_v = percentOf(worked.icms_bc, rate(item.fcp_uf_dest_alq))
}

function workContributions(item: NoteItem, worked: Worked, header: NoteHeader): void {
  const base = header.pis_cofins_sem_icms ? notBelowZero(worked.valor_item.minus(worked.icms_v)) : worked.valor_item
  if (takesContribution(item.pis_cst) && item.pis_alq) {
    worked.pis_bc = base
    worked.pis_v = percentOf(base, rate(item.pis_alq))
  }
  if (takesContribution(item.cofins_cst) && item.cofins_alq) {
    worked.cofins_bc = base
    worked.cofins_v = percentOf(base, rate(item.cofins_alq))
  }
}

/** IS, IBS and CBS where the law has notes tell them. The selective tax is part of the base of the others. */
function workIbsCbs(item: NoteItem, worked: Worked, law: TaxLaw, problems: CalculationProblem['code'][]): void {
  if (!law.tellsIbsCbs) return
  const { rates } = law
  const taxClass = law.findClass(item.ibscbs_cclasstrib ?? '000001')
  const selective = item.is_cclasstrib ? law.selectiveRate(item.is_cclasstrib) : zero
  if (!selective) problems.push('selective-rate-unknown')
  if (!taxClass) problems.push('tax-class-unknown')
  else if (!rates && taxClass.taxed) problems.push('ibs-cbs-rates-unknown')
  const { icms_v, fcp_v, icms_uf_dest_v, fcp_uf_dest_v, pis_v, cofins_v, valor_item } = worked
  const base = valor_item.minus(icms_v).minus(fcp_v).minus(icms_uf_dest_v).minus(fcp_uf_dest_v).minus(pis_v).minus(cofins_v)
  worked.is_v = percentOf(notBelowZero(base), selective ?? zero)
  if (!taxClass?.taxed || !rates) return
  worked.ibscbs_bc = notBelowZero(base.plus(worked.is_v).minus(rate(item.ibscbs_fora)))
  worked.ibs_uf_v = ibsCbsTax(worked.ibscbs_bc, effectiveRate(rates.pIBSUF, rate(taxClass.pRedIBS)))
  worked.ibs_mun_v = ibsCbsTax(worked.ibscbs_bc, effectiveRate(rates.pIBSMun, rate(taxClass.pRedIBS)))
  worked.cbs_v = ibsCbsTax(worked.ibscbs_bc, effectiveRate(rates.pCBS, rate(taxClass.pRedCBS)))
}

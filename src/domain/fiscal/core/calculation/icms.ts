import { type Amount, amount, money, notBelowZero, percentOf, reducedBy, zero } from './amounts.ts'

/** The values of an item from which the bases of its taxes are made. */
export interface OperationValues {
  readonly vProd: Amount
  readonly vDesc: Amount
  readonly vFrete: Amount
  readonly vSeg: Amount
  readonly vOutro: Amount
}

/** Value of the operation (LC 87/1996, art. 13): what the buyer pays for the item, without taxes that come on top. */
export const operationValue = ({ vProd, vDesc, vFrete, vSeg, vOutro }: OperationValues): Amount =>
  vProd.minus(vDesc).plus(vFrete).plus(vSeg).plus(vOutro)

/** `vICMSOp`, `vICMSDif`, `vICMS` of CST 51 and 90: the tax, what of it is deferred, what is due. */
export function deferredTax(vBC: Amount, pICMS: Amount, pDif: Amount): Record<'vICMSOp' | 'vICMSDif' | 'vICMS', Amount> {
  const vICMSOp = percentOf(vBC, pICMS)
  const vICMSDif = percentOf(vICMSOp, pDif)
  return { vICMSOp, vICMSDif, vICMS: vICMSOp.minus(vICMSDif) }
}

/** `vBCST` by margin (`modBCST` 4): value with IPI, raised by the MVA, less the reduction. The reduction of the own base does not count. */
export const substitutionBase = (value: Amount, pMVAST: Amount, pRedBCST: Amount = zero): Amount =>
  reducedBy(value.times(pMVAST.plus(100)).div(100), pRedBCST)

/** `vICMSST`: the tax on the base of the substitution less that of the own operation, never below 0. */
export const substitutionTax = (vBCST: Amount, pICMSST: Amount, ownTax: Amount): Amount =>
  notBelowZero(percentOf(vBCST, pICMSST).minus(ownTax))

/** DIFAL over one base (EC 87/2015): the difference of the rates, the part of the destination and that of the origin. */
export function rateDifference(
  vBCUFDest: Amount,
  pICMSUFDest: Amount,
  pICMSInter: Amount,
  pICMSInterPart: Amount = amount(100),
): Record<'vICMSUFDest' | 'vICMSUFRemet', Amount> {
  const whole = vBCUFDest.times(notBelowZero(pICMSUFDest.minus(pICMSInter))).div(100)
  const vICMSUFDest = money(whole.times(pICMSInterPart).div(100))
  return { vICMSUFDest, vICMSUFRemet: money(whole).minus(vICMSUFDest) }
}

/** The base that holds the destination's own tax ("base dupla"), which some states ask for. */
export const doubleBase = (value: Amount, ownTax: Amount, pDestination: Amount): Amount =>
  money(value.minus(ownTax).div(amount(100).minus(pDestination)).times(100))

/** `vICMSDeson` of a reduced base, in the two ways that states know: of the value, and of the value with its full tax in it. */
export function exemptedTax(value: Amount, vBC: Amount, pICMS: Amount, pRedBC: Amount): readonly [plain: Amount, inside: Amount] {
  const rate = pICMS.div(100)
  const reduced = rate.times(amount(100).minus(pRedBC).div(100))
  return [
    money(value.minus(vBC).times(rate)),
    rate.equals(1) ? zero : money(value.times(amount(1).minus(reduced)).div(amount(1).minus(rate)).minus(value)),
  ]
}

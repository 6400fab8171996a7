import { type Amount, amount, halfUp, money, zero } from './amounts.ts'

/** Rates of IBS (state, municipality) and CBS in percent. */
export interface IbsCbsRates {
  readonly pIBSUF: Amount
  readonly pIBSMun: Amount
  readonly pCBS: Amount
}

/** Reference rates by the first day that they hold; a rate that no law gives yet is missing. */
const dated: readonly { readonly from: string; readonly pIBSUF: string; readonly pIBSMun: string; readonly pCBS?: string }[] = [
  // LC 214/2025, art. 344: the CBS of 2027 and 2028 is the reference rate that the Senate sets, less 0.1.
  { from: '2027-01-01', pIBSUF: '0.05', pIBSMun: '0.05' },
  // LC 214/2025, art. 343 and 346: the year of trial.
  { from: '2026-01-01', pIBSUF: '0.1', pIBSMun: '0', pCBS: '0.9' },
]

/** Rates of a day; undefined where there are none, or not all are known: they are never taken for zero. */
export function ibsCbsRates(day: string): IbsCbsRates | undefined {
  const rates = dated.find(({ from }) => from <= day)
  if (rates?.pCBS === undefined || day >= '2029-01-01') return undefined
  return { pIBSUF: amount(rates.pIBSUF), pIBSMun: amount(rates.pIBSMun), pCBS: amount(rates.pCBS) }
}

/** From this day IBS, CBS and IS are part of what the buyer pays. */
export const ibsCbsCountFrom = '2027-01-01'

/** `pAliqEfet`: a rate less its reductions, 4 decimals (NT 2025.002). */
export const effectiveRate = (rate: Amount, ...reductions: readonly Amount[]): Amount =>
  halfUp(
    reductions.reduce((left, percent) => left.times(amount(100).minus(percent)).div(100), rate),
    4,
  )

/** `vIBSUF`, `vIBSMun`, `vCBS`: the base's tax less what is deferred and what is given back. */
export const ibsCbsTax = (vBC: Amount, rate: Amount, vDif: Amount = zero, vDevTrib: Amount = zero): Amount =>
  money(vBC.times(rate).div(100)).minus(vDif).minus(vDevTrib)

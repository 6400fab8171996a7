import { type Amount, amount, halfUp, money, zero } from './amounts.ts'

/** `pAliqEfet`: a rate less its reductions, 4 decimals (NT 2025.002). */
export const effectiveRate = (rate: Amount, ...reductions: readonly Amount[]): Amount =>
  halfUp(
    reductions.reduce((left, percent) => left.times(amount(100).minus(percent)).div(100), rate),
    4,
  )

/** `vIBSUF`, `vIBSMun`, `vCBS`: the base's tax less what is deferred and what is given back. */
export const ibsCbsTax = (vBC: Amount, rate: Amount, vDif: Amount = zero, vDevTrib: Amount = zero): Amount =>
  money(vBC.times(rate).div(100)).minus(vDif).minus(vDevTrib)

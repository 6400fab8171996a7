/** Tells which fields of an item its tax codes enable; the others are zero, whatever was typed before. */
export interface EnabledFields {
  readonly reduction: boolean
  readonly icms: boolean
  readonly substitution: boolean
  readonly simplesCredit: boolean
  /** Tax that an earlier seller withheld, and the tax that the sale would carry without that. */
  readonly withheld: boolean
}

const reductions = new Set(['20', '51', '70', '90', '900'])
const own = new Set(['00', '10', '20', '51', '70', '90', '900'])
const substitutions = new Set(['10', '30', '70', '201', '202', '203', '90', '900'])
const credits = new Set(['101', '201', '900'])
const withheld = new Set(['60', '500'])

/** By CST or CSOSN. */
export const enabledIcmsFields = (icms_cst: string): EnabledFields => ({
  reduction: reductions.has(icms_cst),
  icms: own.has(icms_cst),
  substitution: substitutions.has(icms_cst),
  simplesCredit: credits.has(icms_cst),
  withheld: withheld.has(icms_cst),
})

/**
 * The rate of substitution that a tax profile gives, which has one rate for both taxes. CST 90 and CSOSN 900 have a substitution only where the profile
 * names its margin: what else they reduce would be charged as one.
 */
export const profileSubstitutionRate = <R>(icms_cst: string, margin: number, rate: R): R | undefined =>
  margin === 0 && ['90', '900'].includes(icms_cst) ? undefined : rate

/** CST of PIS and COFINS that take a rate: sales, and purchases that bring a credit. */
export const takesContribution = (cst: string): boolean => /^(0[12]|49|5[0-6]|6[0-7]|9[89])$/.test(cst)

/** CST of IPI that take a rate. */
export const takesIpi = (cst: string): boolean => ['00', '49', '50', '99'].includes(cst)

/** CST of fuel taxed once, which issuers of every regime tell. */
const fuel: ReadonlySet<string> = new Set(['02', '15', '53', '61'])

/**
 * Whether ICMS is paid within the DAS (CRT 1, and the MEI's 4). Above the sublimit (CRT 2) it is worked out, told and paid as in the normal regime
 * (LC 123/2006, art. 20, § 1).
 */
export const paysIcmsInDas = (crt: number): boolean => crt === 1 || crt === 4

/**
 * The rejection of a note whose code of ICMS is of another regime than its issuer's (`CRT`): 590 a CST of the Simples or the MEI, 591 a CSOSN of
 * others; undefined where the two go together or there is no code.
 */
export function icmsCodeRejection(code: string, crt: number): '590' | '591' | undefined {
  if (paysIcmsInDas(crt)) return code.length === 2 && !fuel.has(code) ? '590' : undefined
  return code.length === 3 ? '591' : undefined
}

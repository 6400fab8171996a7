/** CST of fuel taxed once, which issuers of every regime tell. */
const fuel: ReadonlySet<string> = new Set(['02', '15', '53', '61'])

/**
 * The rejection of a note whose code of ICMS is of another regime than its issuer's (`CRT`): 590 a CST of the Simples, 591 a CSOSN of the normal
 * regime; undefined where the two go together or there is no code.
 */
export function icmsCodeRejection(code: string, crt: number): '590' | '591' | undefined {
  if (crt === 1 && code.length === 2 && !fuel.has(code)) return '590'
  return crt === 3 && code.length === 3 ? '591' : undefined
}

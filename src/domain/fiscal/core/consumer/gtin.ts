/** A code that is a bar code by its length and check digit; undefined for one that a shop made up. */
export function gtinOf(code: string): string | undefined {
  if (!/^(\d{8}|\d{12,14})$/.test(code)) return undefined
  const digits = [...code].map(Number).toReversed()
  const sum = digits.reduce((total, digit, at) => total + digit * (at % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0 ? code : undefined
}

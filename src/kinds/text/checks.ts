/** Modulo 10 check of GTIN-8, 12, 13 and 14: weights 3 and 1 from the right. */
const ean = (text: string): boolean => {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Checks of a text that a regular expression cannot make, by the word that a refinement names in `check`. */
export const textChecks: Readonly<Record<'ean', (text: string) => boolean>> = { ean }

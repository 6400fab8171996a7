/** Check digits of Brazilian tax ids. A character counts its ASCII code minus 48, so digits count themselves. */
const weighed = (text: string, weightOf: (fromRight: number) => number): number => {
  const sum = [...text].reverse().reduce((total, character, index) => total + (character.charCodeAt(0) - 48) * weightOf(index), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** Weights 2, 3, 4 … to the left. */
const cpfDigit = (text: string): number => weighed(text, index => index + 2)

/** Modulo 11 with weights 2 to 9 to the left, again and again: the digit of a CNPJ, and of an invoice's access key. */
export const modulo11Digit = (text: string): number => weighed(text, index => (index % 8) + 2)

const withDigits = (base: string, digit: (text: string) => number): string => {
  const first = `${base}${digit(base)}`
  return `${first}${digit(first)}`
}

/** The nine digits of a person's number with their two check digits. */
export const completeCpf = (base: string): string => withDigits(base, cpfDigit)

/** The twelve characters of a company's number with their two check digits. */
export const completeCnpj = (base: string): string => withDigits(base, modulo11Digit)

/** The same character throughout passes the arithmetic but is never given out. */
const isRepeated = (text: string): boolean => /^(.)\1+$/.test(text)

export const isCpf = (text: string): boolean =>
  /^\d{11}$/.test(text) && !isRepeated(text) && completeCpf(text.slice(0, 9)) === text

export const isCnpj = (text: string): boolean =>
  /^[0-9A-Z]{12}\d{2}$/.test(text) && !isRepeated(text) && completeCnpj(text.slice(0, 12)) === text

/** Weights 2 to 9 from the right, again and again; a letter counts as its ASCII code less 48 (NT 2026.004). */
function remainderOf(text: string, highest: number): number {
  let sum = 0
  for (let i = 0; i < text.length; i += 1) {
    const weight = 2 + (i % (highest - 1))
    sum += (text.charCodeAt(text.length - 1 - i) - 48) * weight
  }
  return sum % 11
}

const digitOf = (text: string, highest = 9): string => {
  const rest = remainderOf(text, highest)
  return String(rest < 2 ? 0 : 11 - rest)
}

/** The last of a key's 44 characters, from the 43 before it. */
export const keyDigit = (body: string): string => digitOf(body)

/** Tells whether both check digits of a CNPJ (with letters, too) are right. */
export const isCnpj = (text: string): boolean => {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || /^(.)\1+$/.test(text)) return false
  const first = digitOf(text.slice(0, 12))
  return text.slice(12) === first + digitOf(text.slice(0, 12) + first)
}

/** Tells whether both check digits of a CPF are right. */
export const isCpf = (text: string): boolean => {
  if (!/^\d{11}$/.test(text) || /^(.)\1+$/.test(text)) return false
  const first = digitOf(text.slice(0, 9), 12)
  return text.slice(9) === first + digitOf(text.slice(0, 9) + first, 12)
}

/** Tells whether a GTIN of 8, 12, 13 or 14 digits has its right check digit. */
export const isGtin = (text: string): boolean => {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text.slice(0, -1)].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === Number(text.at(-1))
}

/** The facts of a note in its key of 44 characters. */
export interface KeyParts {
  readonly state: string
  /** CNPJ, or a CPF with three zeros before it. */
  readonly issuer: string
  readonly model: string
  readonly series: number
  readonly number: number
  readonly emission: string
  readonly code: string
  readonly digit: string
}

/** The parts of a key, or nothing where it is none. */
export function readKey(key: string): KeyParts | undefined {
  const parts = /^(\d{2})(\d{4})([0-9A-Z]{12}\d{2})(\d{2})(\d{3})(\d{9})(\d)(\d{8})(\d)$/.exec(key)
  if (!parts) return undefined
  const [, state = '', , issuer = '', model = '', series, number, emission = '', code = '', digit = ''] = parts
  return { state, issuer, model, series: Number(series), number: Number(number), emission, code, digit }
}

/** Returns the number that a note takes: the issuer, its model, series and number. */
export const numberOf = (parts: Pick<KeyParts, 'issuer' | 'model' | 'series' | 'number'>): string =>
  [parts.issuer, parts.model, parts.series, parts.number].join('-')

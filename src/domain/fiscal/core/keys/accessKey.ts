import { modulo11Digit } from '../../../../kinds/taxId/digits.ts'

/**
 * An access key (`chNFe`): 44 characters, of which those of the CNPJ may be letters since NT 2026.004. A person's CPF stands in the
 * place of the CNPJ with three zeros before it.
 */
export interface AccessKey {
  readonly cUF: string
  /** Year and month of the issue. */
  readonly AAMM: string
  /** CNPJ, or CPF after `000`. */
  readonly CNPJ: string
  readonly mod: string
  readonly serie: string
  readonly nNF: string
  readonly tpEmis: string
  readonly cNF: string
  readonly cDV: string
}

/** The parts in their order, with their lengths. */
const layout: readonly (readonly [keyof AccessKey, number])[] = [
  ['cUF', 2],
  ['AAMM', 4],
  ['CNPJ', 14],
  ['mod', 2],
  ['serie', 3],
  ['nNF', 9],
  ['tpEmis', 1],
  ['cNF', 8],
  ['cDV', 1],
]

const pattern = /^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/
const BEFORE_DIGIT = 43

/** The check digit of the 43 characters before it (NT 2026.004: each counts its ASCII code minus 48). */
export const accessKeyDigit = (before: string): string => `${modulo11Digit(before)}`

/** Tells whether a text has the form of a key and ends in its check digit. */
export const isAccessKey = (key: string): boolean =>
  pattern.test(key) && accessKeyDigit(key.slice(0, BEFORE_DIGIT)) === key.slice(BEFORE_DIGIT)

/** The parts of a key; undefined for what has not its form. The check digit is not looked at. */
export function splitAccessKey(key: string): AccessKey | undefined {
  if (!pattern.test(key)) return undefined
  const parts: Record<keyof AccessKey, string> = {
    cUF: '',
    AAMM: '',
    CNPJ: '',
    mod: '',
    serie: '',
    nNF: '',
    tpEmis: '',
    cNF: '',
    cDV: '',
  }
  let at = 0
  for (const [name, length] of layout) {
    parts[name] = key.slice(at, at + length)
    at += length
  }
  return parts
}

/** The key of these parts, each filled with zeros on its left, with its check digit. */
export function composeAccessKey(parts: Omit<AccessKey, 'cDV'>): string {
  const before = layout
    .map(([name, length]) => (name === 'cDV' ? '' : parts[name].padStart(length, '0')))
    .join('')
    .toUpperCase()
  return before + accessKeyDigit(before)
}

/** Repeated and running digits, which the authority refuses as `cNF` (rejection 897). */
const guessable = new Set([
  ...Array.from({ length: 10 }, (_, digit) => `${digit}`.repeat(8)),
  ...Array.from({ length: 10 }, (_, first) => Array.from({ length: 8 }, (_, step) => (first + step) % 10).join('')),
])

/** Tells whether a random code may stand in the key of a note with this number: it is neither guessable nor the number itself. */
export const isNumericCode = (cNF: string, nNF: string): boolean =>
  /^\d{8}$/.test(cNF) && !guessable.has(cNF) && Number(cNF) !== Number(nNF)

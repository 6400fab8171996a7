import type { SeededRandom } from '../../base/seededRandom.ts'

const digits = (random: SeededRandom, count: number): string => Array.from({ length: count }, () => random.whole(0, 9)).join('')

/** Check digit modulo 11 with these weights, as CPF and CNPJ take it. */
const checkDigit = (text: string, weights: readonly number[]): string => {
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * (weights[at] ?? 0), 0)
  const rest = sum % 11
  return String(rest < 2 ? 0 : 11 - rest)
}

const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, at) => from - at)

export const cpf = (random: SeededRandom): string => {
  const base = digits(random, 9)
  const first = checkDigit(base, down(10, 2))
  return base + first + checkDigit(base + first, down(11, 2))
}

/** A CNPJ of the branch of that number. */
export const cnpj = (random: SeededRandom, branch = 1): string => {
  const base = digits(random, 8) + String(branch).padStart(4, '0')
  const first = checkDigit(base, [...down(5, 2), ...down(9, 2)])
  return base + first + checkDigit(base + first, [...down(6, 2), ...down(9, 2)])
}

/** A mobile number of São Paulo. */
export const mobile = (random: SeededRandom): string => `119${random.whole(6, 9)}${digits(random, 7)}`

/** A landline of São Paulo. */
export const landline = (random: SeededRandom): string => `11${random.whole(2, 5)}${digits(random, 7)}`

/** EAN-13 with the prefix of Brazil. */
export const ean13 = (random: SeededRandom): string => {
  const base = `789${digits(random, 9)}`
  const sum = [...base].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return base + String((10 - (sum % 10)) % 10)
}

import { membersOf } from '../../base/record.ts'
/** A product as the registry of bar codes knows it, in the words of our register. */
export interface FoundProduct {
  readonly ean: string
  readonly desc_prod: string
  /** Codes of the two tax tables; empty where the registry does not say. */
  readonly ncmId: string
  readonly cestId: string
  /** Where the registry keeps its photo. */
  readonly photo: string | undefined
}

/** The answer of the contract of Cosmos (gtins/{code}.json); undefined when it is not what the contract says. */
export function readProduct(answer: unknown): FoundProduct | undefined {
  const said = membersOf(answer)
  const desc_prod = text(said.description)
  const ean = text(said.gtin)
  if (desc_prod === '' || !/^\d{8,14}$/.test(ean)) return undefined
  const photo = text(said.thumbnail)
  return { ean, desc_prod, ncmId: code(said.ncm, 8), cestId: code(said.cest, 7), photo: photo === '' ? undefined : photo }
}

const LONGEST = 1000

const text = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, LONGEST) : typeof value === 'number' ? String(value) : ''

const code = (value: unknown, length: number): string => {
  const digits = text(membersOf(value).code).replace(/\D/g, '')
  return digits.length === length ? digits : ''
}

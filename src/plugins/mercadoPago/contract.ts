import { membersOf, recordsIn } from '../../base/record.ts'
import { UnexpectedAnswer } from '../../base/unexpectedAnswer.ts'

/** Tokens of an authorised account. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** Seconds that the access token lives. */
  readonly expiresIn: number
  /** The account, by its number at Mercado Pago. */
  readonly account: string
}

/** The ways of payment that an account may receive. */
export interface Capabilities {
  readonly login: boolean
  readonly cartao: boolean
  readonly pix: boolean
}

/** A card reader. Modes are those of the contract; one that it does not know yet is told as it is. */
export interface Point {
  readonly id: string
  readonly mode: string
}

/** A page of card readers, and how many there are in all. */
export interface PointPage {
  readonly points: readonly Point[]
  readonly total: number
}

/** How a point works: with the sales of a counter, or by itself. */
export const pointModes = ['PDV', 'STANDALONE'] as const
export type PointMode = (typeof pointModes)[number]

type Members = Readonly<Record<string, unknown>>

/** A text or a number that names something, as text. Throws UnexpectedAnswer. */
export function nameIn(members: Members, name: string): string {
  const value = members[name]
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  if (typeof value !== 'string' || value === '' || value.length > 4000) throw new UnexpectedAnswer(name)
  return value
}

/** POST oauth/token */
export function readTokens(answer: unknown): Tokens {
  const members = membersOf(answer)
  const { expires_in: lives } = members
  if (typeof lives !== 'number' || !(lives > 0)) throw new UnexpectedAnswer('expires_in')
  return {
    accessToken: nameIn(members, 'access_token'),
    refreshToken: nameIn(members, 'refresh_token'),
    expiresIn: Math.min(Math.floor(lives), 31_536_000),
    account: nameIn(members, 'user_id'),
  }
}

/** GET v1/payment_methods: pix is there only where the account has a key. */
export function readCapabilities(answer: unknown): Capabilities {
  if (!Array.isArray(answer)) throw new UnexpectedAnswer('payment_methods')
  const active = recordsIn(answer).filter(({ status }) => status === 'active')
  return {
    login: active.length > 0,
    cartao: active.some(({ payment_type_id: type }) => type === 'credit_card' || type === 'debit_card'),
    pix: active.some(({ id }) => id === 'pix'),
  }
}

/** GET point/integration-api/devices */
export function readPoints(answer: unknown): PointPage {
  const { devices, paging } = membersOf(answer)
  if (!Array.isArray(devices)) throw new UnexpectedAnswer('devices')
  const { total } = membersOf(paging)
  return {
    points: recordsIn(devices).map(device => ({ id: nameIn(device, 'id'), mode: nameIn(device, 'operating_mode') })),
    total: typeof total === 'number' ? total : devices.length,
  }
}

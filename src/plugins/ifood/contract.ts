import { isRecord, membersOf, recordsIn } from '../../base/record.ts'
import { foreignText } from '../../base/text.ts'
import { UnexpectedAnswer } from '../../base/unexpectedAnswer.ts'

/** iFood's answer to the request for a code that a person confirms at its portal. */
export interface UserCode {
  readonly userCode: string
  readonly verifier: string
  readonly address: string
}

/** Tokens of an authorised store. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** Seconds that the access token lives. */
  readonly expiresIn: number
}

/** A store at iFood, and how each of its operations stands. */
export interface Merchant {
  readonly id: string
  readonly name: string
}

export interface MerchantStatus {
  readonly operation: string
  readonly available: boolean
  readonly title: string
  readonly subtitle: string
}

const textIn = (members: Readonly<Record<string, unknown>>, name: string): string => {
  const value = members[name]
  if (typeof value !== 'string' || value === '') throw new UnexpectedAnswer(name)
  return value
}

/** POST authentication/v1.0/oauth/userCode */
export function readUserCode(answer: unknown): UserCode {
  const members = membersOf(answer)
  const address = textIn(members, 'verificationUrlComplete')
  // It is shown as a link.
  if (!/^https?:\/\//.test(address)) throw new UnexpectedAnswer('verificationUrlComplete')
  return { userCode: textIn(members, 'userCode'), verifier: textIn(members, 'authorizationCodeVerifier'), address }
}

/** POST authentication/v1.0/oauth/token */
export function readTokens(answer: unknown): Tokens {
  const members = membersOf(answer)
  const { expiresIn } = members
  if (typeof expiresIn !== 'number' || !(expiresIn > 0)) throw new UnexpectedAnswer('expiresIn')
  return {
    accessToken: textIn(members, 'accessToken'),
    refreshToken: textIn(members, 'refreshToken'),
    expiresIn: Math.min(Math.floor(expiresIn), 31_536_000),
  }
}

/** GET merchant/v1.0/merchants */
export function readMerchants(answer: unknown): Merchant[] {
  if (!Array.isArray(answer)) throw new UnexpectedAnswer('merchants')
  return recordsIn(answer).map(merchant => ({ id: textIn(merchant, 'id'), name: textIn(merchant, 'name') }))
}

/** GET merchant/v1.0/merchants/{id}/status */
export function readStatus(answer: unknown): MerchantStatus[] {
  if (!Array.isArray(answer)) throw new UnexpectedAnswer('status')
  return recordsIn(answer).map(({ operation, available, message }) => {
    const { title, subtitle } = isRecord(message) ? message : {}
    const said = (value: unknown): string => foreignText(value, 300)
    return { operation: said(operation), available: available === true, title: said(title), subtitle: said(subtitle) }
  })
}

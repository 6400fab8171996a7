import type { X509Certificate } from 'node:crypto'
import type { XmlDocument } from 'libxml2-wasm'
import type { TestAuthority } from './certificates.ts'
import { cnpjOf } from './certificates.ts'
import { type Element, said } from './element.ts'
import type { Fault, Weather } from './faults.ts'
import type { Ledger } from './ledger.ts'
import type { Csc } from './qrCodeCheck.ts'
import { type Verdict, verdict } from './reasons.ts'
import type { SchemaCheck } from './schemaCheck.ts'

export const application = 'SIMULADOR-1.0'

/** One message on its way through a service. */
export interface ServiceMessage {
  readonly document: XmlDocument
  readonly element: Element
  readonly xml: string
  /** The sender, by the certificate of the connection. */
  readonly sender: X509Certificate
  readonly faults: readonly Fault[]
}

/** The context of every service. */
export interface ServiceContext {
  readonly environment: '1' | '2'
  /** The authority that answers: SVRS, SP, SVCAN, AN … */
  readonly authoriser: string
  readonly ledger: Ledger
  readonly weather: Weather
  readonly schemas: SchemaCheck
  readonly authority: TestAuthority
  readonly root: X509Certificate
  readonly csc: Csc
  /** Times that a note was refused, by its digest: who goes on sending the same is told so. */
  readonly refusals: Map<string, number>
  /** Until when a CNPJ's questions for documents are answered with 656, in milliseconds since 1970. */
  readonly rests: Map<string, number>
}

/** A service: reads a message, answers with the XML of its reply. */
export type AuthorityService = (message: ServiceMessage, context: ServiceContext) => string

/** A moment as authorities write it: in Brasília's time, to the second. */
export const authorityMoment = (at: number): string => `${new Date(at - 3 * 3600_000).toISOString().slice(0, 19)}-03:00`

/** A verdict whose words a fault may have changed. */
export function worded(found: Verdict, faults: readonly Fault[]): Verdict {
  const other = faults.find(fault => fault.kind === 'reason')?.reason
  return other ? { ...found, reason: other } : found
}

/** tpAmb, verAplic, cStat, xMotivo, as most replies begin. */
export const head = (context: ServiceContext, { code, reason }: Verdict): string =>
  [said('tpAmb', context.environment), said('verAplic', application), said('cStat', code), said('xMotivo', reason)].join('')

/** The words for a service that rests; contingency authorities rest unless somebody switched them on. */
export function restOf({ authoriser, weather }: ServiceContext): Verdict | undefined {
  if (/^SVC/.test(authoriser)) return weather.contingency === '107' ? undefined : verdict(weather.contingency)
  return weather.pause ? verdict(weather.pause) : undefined
}

/** Checks whether a certificate may sign for an issuer: given out by the authority that we trust, in force, of the same company. */
export function checkSigner(
  certificate: X509Certificate,
  issuer: string,
  { root, weather }: ServiceContext,
): Verdict | undefined {
  if (!certificate.checkIssued(root) || !certificate.verify(root.publicKey)) return verdict('293')
  const now = weather.now()
  if (Date.parse(certificate.validTo) < now || Date.parse(certificate.validFrom) > now) return verdict('291')
  const owner = cnpjOf(certificate)
  if (!owner) return verdict('290')
  return owner.slice(0, 8) === issuer.slice(0, 8) ? undefined : verdict('213')
}

/** The number of a protocol: 15 digits, who gave it, its state, the year, and a sequence. */
export const protocolNumber = ({ ledger, weather }: ServiceContext, state: string): string =>
  `1${state}${new Date(weather.now()).getUTCFullYear() % 100}${String(ledger.next()).padStart(10, '0')}`

const ownAuthorisers: Readonly<Record<string, string>> = {
  13: 'AM',
  29: 'BA',
  52: 'GO',
  31: 'MG',
  51: 'MT',
  50: 'MS',
  26: 'PE',
  41: 'PR',
  43: 'RS',
  35: 'SP',
}

/** Tells whether a state's notes come to this authoriser (tables of the national portal: `sefaz-autorizadores`). */
export function serves(authoriser: string, state: string, model: string): boolean {
  if (authoriser === 'SVCRS') return ['13', '29', '52', '21', '50', '51', '26', '41'].includes(state)
  if (authoriser === 'SVCAN') return !serves('SVCRS', state, model)
  const own = ownAuthorisers[Number(state)]
  const byOwn = own && !(model === '65' && (own === 'BA' || own === 'PE'))
  if (state === '21' && model === '55') return authoriser === 'SVAN'
  return authoriser === (byOwn ? own : 'SVRS')
}

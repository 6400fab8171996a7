import { faultPoint } from '../../../server/plugin.ts'
import type { TransmissionKind } from './transmissions.ts'

/**
 * Every step between the wish and its answer at which a server may die: while a document is stored, between that and its first byte (`sending`),
 * with the answer in hand (`answered`), and around the transaction that keeps it (`deciding`, `decided`).
 */
const steps = ['sending', 'answered', 'deciding', 'decided'] as const

/** Around the sending of a message. */
export type Step = (typeof steps)[number]
type Kind = 'NOTA' | 'CANCELAMENTO' | 'CORRECAO' | 'INUTILIZACAO'

const stepsOf = <K extends Kind>(...kinds: readonly K[]) => steps.flatMap(step => kinds.map(kind => `${step}-${kind}` as const))

/** Those of a consumer's note, as FAULT_POINT names them. */
export const crashPoints = [
  'sale-held',
  'number-taken',
  'signed',
  'note-stored',
  'cancellation-stored',
  'voiding-stored',
  ...stepsOf('NOTA', 'CANCELAMENTO', 'INUTILIZACAO'),
] as const

/** Those of an outgoing invoice. */
export const invoiceCrashPoints = [
  'invoice-held',
  'invoice-signed',
  'invoice-stored',
  'invoice-cancellation-stored',
  'invoice-correction-stored',
  'invoice-voiding-stored',
  ...stepsOf('NOTA', 'CANCELAMENTO', 'CORRECAO', 'INUTILIZACAO'),
] as const

/** Passes one. */
export const passPoint = (
  point: (typeof crashPoints)[number] | (typeof invoiceCrashPoints)[number] | `${Step}-${TransmissionKind}`,
): void => faultPoint(point)

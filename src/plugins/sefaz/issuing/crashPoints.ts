import { faultPoint } from '../../../server/plugin.ts'

const kinds = ['NOTA', 'CANCELAMENTO', 'INUTILIZACAO'] as const

/**
 * Every step between the wish and its answer at which a server may die: while a document is stored, between that and its first byte (`sending`),
 * with the answer in hand (`answered`), and around the transaction that keeps it (`deciding`, `decided`).
 */
const steps = ['sending', 'answered', 'deciding', 'decided'] as const

type Step = (typeof steps)[number]
type Kind = (typeof kinds)[number]
type CrashPoint =
  | 'sale-held'
  | 'number-taken'
  | 'signed'
  | 'note-stored'
  | 'cancellation-stored'
  | 'voiding-stored'
  | `${Step}-${Kind}`

/** All of them, as FAULT_POINT names them. */
export const crashPoints: readonly CrashPoint[] = [
  'sale-held',
  'number-taken',
  'signed',
  'note-stored',
  'cancellation-stored',
  'voiding-stored',
  ...steps.flatMap(step => kinds.map(kind => `${step}-${kind}` as const)),
]

/** Passes one. */
export const passPoint = (point: CrashPoint): void => faultPoint(point)

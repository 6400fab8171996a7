import type { Service } from '../../../server/plugin.ts'
import type { Verdict } from '../services/verdict.ts'
import type { Authority } from '../transport/authority.ts'
import type { CallFailure } from '../transport/soapCall.ts'
import type { InvoiceRow } from './decide.ts'
import type { Transmission } from './transmissions.ts'

/** With what documents are sent. */
export interface Sending {
  readonly service: Service
  readonly authority: Authority
}

/** The state of a document after an attempt to send it. */
export interface Attempt {
  readonly sent: Transmission | undefined
  /** Why there is no decision. */
  readonly failure?: CallFailure | undefined
  /** The authority's words where it decided, or rests. */
  readonly verdict?: Verdict | undefined
  /** The record of what was decided just now. */
  readonly record?: InvoiceRow | undefined
}

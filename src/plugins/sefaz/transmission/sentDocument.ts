import type { Queries, RegisterChange, Service, UnitOfWork } from '../../../server/plugin.ts'
import type { Correspondence } from '../services/noteServices.ts'
import type { Verdict } from '../services/verdict.ts'
import type { Authority } from '../transport/authority.ts'
import type { CallFailure } from '../transport/soapCall.ts'
import type { Step } from './crashPoints.ts'
import type { Transmission } from './transmissions.ts'

/** With what documents are sent. */
export interface Sending {
  readonly service: Service
  readonly authority: Authority
}

/** A record of NFCes, as calls tell it. */
export interface ConsumerNoteRow {
  readonly chNFe: string | null
  readonly serie: number | string
  readonly numero: number | string
  readonly situacao: string
  readonly cStat: string | null
  readonly xMotivo: string | null
}

/** A decision that was kept: the news for others, and of a consumer's note the record as it is now. */
export interface Settled {
  readonly changes: readonly RegisterChange[]
  readonly record?: ConsumerNoteRow | undefined
}

/** The authority's words, and what they make of the document. */
export interface Decision {
  readonly verdict: Verdict
  readonly estado: Transmission['estado']
  /** Keeps it, in work of the server in the store: what that changes is told to history, notices and automations. */
  decide(work: UnitOfWork): Promise<Settled>
}

/** A document that is sent, and whom the authority's words are asked of. */
export interface DocumentQuestion {
  readonly service: Service
  /** The authority that it is sent to. */
  readonly to: Correspondence
  /** The authority of the store's own state. */
  readonly home: Correspondence
  readonly lojaId: number
  readonly taken: Transmission
}

/** A kind of document: what tells its sending from that of the others. */
export interface SentDocument {
  /** The line of the log where the authority is silent. */
  readonly silence: string
  /** Passes a step at which a server may die. */
  passStep(step: Step, taken: Transmission): void
  /** The authority that takes it, found from that of the store's own state. */
  placeOf(home: Correspondence, taken: Transmission): Correspondence
  /** Sends it, or asks for its key first where it may have been sent before. @throws CallFailure */
  ask(of: DocumentQuestion): Promise<Decision>
  /** Counts a failure of the authority, where the store goes on without it. */
  countFailure?(q: Queries, lojaId: number, taken: Transmission): Promise<void>
  /** Does what follows once the decision is kept, before others are told of it. */
  follow?(sending: Sending, lojaId: number, changes: readonly RegisterChange[]): Promise<void>
}

/** The state of a document after an attempt to send it. */
export interface Attempt {
  readonly sent: Transmission | undefined
  /** Why there is no decision. */
  readonly failure?: CallFailure | undefined
  /** The authority's words where it decided, or rests. */
  readonly verdict?: Verdict | undefined
  /** The record of what was decided just now. */
  readonly record?: ConsumerNoteRow | undefined
}

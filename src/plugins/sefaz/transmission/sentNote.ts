import type { Queries, Service } from '../../../server/plugin.ts'
import { saysItRests, type Verdict } from '../services/verdict.ts'
import type { Decision, DocumentQuestion, SentDocument, Settled } from './sentDocument.ts'
import { blockTransmission, releaseTransmission, type Transmission } from './transmissions.ts'

/** A decision of the authority about a message, in the transaction that keeps it. */
export interface Deciding {
  readonly q: Queries
  readonly service: Service
  readonly lojaId: number
  readonly sent: Transmission
  readonly verdict: Verdict
}

/** A kind of note: how the authority's decisions on it, on the events about it and on its numbers change its record. */
export interface SentNote extends Pick<SentDocument, 'placeOf' | 'countFailure'> {
  accept(of: Deciding): Promise<Settled>
  /** `lastLetter`: the number of the last correction letter that the authority has. */
  reject(of: Deciding, lastLetter?: number): Promise<Settled>
  /** Keeps a note that was found cancelled: both hold. */
  acceptCancelled(of: Deciding): Promise<Settled>
}

/** A question about a note, an event on it or its numbers. */
export interface NoteQuestion extends DocumentQuestion {
  readonly note: SentNote
}

const decided = (
  { service, lojaId, taken }: NoteQuestion,
  verdict: Verdict,
  estado: 'ACEITO' | 'REJEITADO',
  keep: (of: Deciding) => Promise<Settled>,
): Decision => ({ verdict, estado, decide: ({ q }) => keep({ q, service, lojaId, sent: taken, verdict }) })

export const accepted = (of: NoteQuestion, verdict: Verdict): Decision =>
  decided(of, verdict, 'ACEITO', deciding => of.note.accept(deciding))

export const refused = (of: NoteQuestion, verdict: Verdict, lastLetter?: number): Decision =>
  decided(of, verdict, 'REJEITADO', deciding => of.note.reject(deciding, lastLetter))

export const foundCancelled = (of: NoteQuestion, verdict: Verdict): Decision =>
  decided(of, verdict, 'ACEITO', deciding => of.note.acceptCancelled(deciding))

/** The authority rests: the document waits. */
export const waiting = ({ note, lojaId, taken }: NoteQuestion, verdict: Verdict): Decision => ({
  verdict,
  estado: 'PENDENTE',
  async decide({ q }) {
    if (verdict.cStat === '656') {
      await blockTransmission(q, lojaId, taken, verdict.xMotivo)
      return { changes: [{ register: taken.register, lojaId, ids: [`${taken.recordId}`] }] }
    }
    await releaseTransmission(q, lojaId, taken)
    if (saysItRests(verdict)) await note.countFailure?.(q, lojaId, taken)
    return { changes: [] }
  },
})

import { type DocumentElement, textAt } from '../../../domain/fiscal/core/public.ts'

/** The authority's word on a document. */
export interface Verdict {
  readonly cStat: string
  readonly xMotivo: string
  /** `nProt`. */
  readonly protocol?: string | undefined
  /** When the authority says that it was decided. */
  readonly at?: string | undefined
  /** The text that proves it: protNFe, retEvento, retInutNFe. */
  readonly proof?: string | undefined
}

/** Reads code, words and protocol of a result, or of the part of it that says them. */
export const verdictOf = (said: DocumentElement | undefined, moment: string, proof?: string): Verdict => ({
  cStat: textAt(said, 'cStat') ?? '',
  xMotivo: textAt(said, 'xMotivo') ?? '',
  protocol: textAt(said, 'nProt'),
  at: textAt(said, moment),
  proof,
})

/** The authority rests, or is only about to answer: what was sent is not decided, and is sent again later. */
export const isUndecided = ({ cStat }: Verdict): boolean => ['103', '105', '106', '108', '109', '656', ''].includes(cStat)

/** The authority says that it rests. */
export const saysItRests = ({ cStat }: Verdict): boolean => cStat === '108' || cStat === '109'

/** The use of the note is authorised, in time or late. */
export const isAuthorised = ({ cStat }: Verdict): boolean => cStat === '100' || cStat === '150'

/** A virtual authority of contingency that is not switched on, or about to be switched off. */
export const isContingencyOff = ({ cStat }: Verdict): boolean => cStat === '113' || cStat === '114'

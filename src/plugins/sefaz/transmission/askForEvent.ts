import { eventVerdict, queryKey, sendEvent, voidNumbers } from '../services/noteServices.ts'
import { isUndecided, type Verdict } from '../services/verdict.ts'
import type { Decision } from './sentDocument.ts'
import { accepted, type NoteQuestion, refused, waiting } from './sentNote.ts'
import { detailIn, sequenceOf } from './signedEvent.ts'

/** `tpEvento` of a correction letter. */
const correction = '110110'

/** Sends a cancellation. @throws CallFailure */
export async function submitCancellation(of: NoteQuestion): Promise<Decision> {
  const verdict = await sendEvent(of.to, of.taken.documento, `${of.taken.id}`)
  if (['135', '136', '155'].includes(verdict.cStat)) return accepted(of, verdict)
  if (isUndecided(verdict)) return waiting(of, verdict)
  // Said twice: only the key tells whether the note is cancelled.
  if (['573', '580', '218'].includes(verdict.cStat)) return askWhetherCancelled(of, async () => refused(of, verdict))
  return refused(of, verdict)
}

/** Asks whether the note is cancelled; where it is not, the same bytes go again. @throws CallFailure */
export const askForCancellation = (of: NoteQuestion): Promise<Decision> => askWhetherCancelled(of, () => submitCancellation(of))

async function askWhetherCancelled(of: NoteQuestion, otherwise: () => Promise<Decision>): Promise<Decision> {
  const state = await queryKey(of.to, of.taken.chave)
  if (state.cStat === '101') return accepted(of, { ...state, proof: state.cancellation })
  return isUndecided(state) ? waiting(of, state) : otherwise()
}

/** Sends a correction letter. @throws CallFailure */
export async function submitCorrection(of: NoteQuestion): Promise<Decision> {
  const verdict = await sendEvent(of.to, of.taken.documento, `${of.taken.id}`)
  if (['135', '136'].includes(verdict.cStat)) return accepted(of, verdict)
  if (isUndecided(verdict)) return waiting(of, verdict)
  return verdict.cStat === '573' ? askForCorrection(of, verdict) : refused(of, verdict)
}

/**
 * Finds the state of a letter: it is ours where the authority has one of the same number, moment and words; another one of that number takes it, and
 * the record tells how far they go. Where there is none, the same bytes go again. @throws CallFailure
 */
export async function askForCorrection(of: NoteQuestion, said?: Verdict): Promise<Decision> {
  const { to, taken } = of
  const state = await queryKey(to, taken.chave)
  if (isUndecided(state)) return waiting(of, state)
  const letters = state.events.filter(({ type }) => type === correction)
  const same = letters.find(({ sequence }) => sequence === sequenceOf(taken.documento))
  if (!same && !said) return submitCorrection(of)
  const found = { cStat: '573', xMotivo: 'Duplicidade de evento', ...said }
  if (!same) return refused(of, found)
  if (
    taken.documento.includes(`<dhEvento>${same.at}</dhEvento>`) &&
    detailIn(same.text, 'xCorrecao') === detailIn(taken.documento, 'xCorrecao')
  )
    return accepted(of, eventVerdict(same.text))
  return refused(of, found, Math.max(...letters.map(({ sequence }) => sequence)))
}

/** Asks that numbers be voided. A range that was voided before is voided: who asks again only did not hear of it. @throws CallFailure */
export async function submitVoiding(of: NoteQuestion): Promise<Decision> {
  const verdict = await voidNumbers(of.home, of.taken.documento)
  if (verdict.cStat === '102') return accepted(of, verdict)
  if (verdict.cStat === '563' && of.taken.tentativas > 1) return accepted(of, verdict)
  return isUndecided(verdict) ? waiting(of, verdict) : refused(of, verdict)
}

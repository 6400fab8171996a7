import { type KeyState, queryKey, sendNote } from '../services/noteServices.ts'
import { isAuthorised, isContingencyOff, isUndecided, type Verdict } from '../services/verdict.ts'
import type { Decision } from './sentDocument.ts'
import { accepted, foundCancelled, type NoteQuestion, refused, waiting } from './sentNote.ts'

/** Sends a note. @throws CallFailure */
export const submitNote = async (of: NoteQuestion): Promise<Decision> =>
  answerToNote(of, await sendNote(of.to, of.taken.documento, `${of.taken.id}`))

async function answerToNote(of: NoteQuestion, verdict: Verdict): Promise<Decision> {
  if (isAuthorised(verdict)) return accepted(of, verdict)
  if (isUndecided(verdict)) return waiting(of, verdict)
  // The virtual authority takes nothing: nobody has the note. It may be issued anew.
  if (isContingencyOff(verdict)) return of.taken.tentativas > 1 ? waiting(of, verdict) : refused(of, verdict)
  // It is there already: what became of it is asked for.
  if (verdict.cStat === '204' || verdict.cStat === '218') return askForNote(of, verdict)
  if (verdict.cStat === '539') return askForOther(of, verdict)
  return refused(of, verdict)
}

/** Asks for the state of the note's key; where there is none, the same bytes go again. @throws CallFailure */
export async function askForNote(of: NoteQuestion, before?: Verdict): Promise<Decision> {
  const state = await queryNote(of)
  if (isAuthorised(state)) return accepted(of, state)
  if (state.cStat === '101') return foundCancelled(of, state)
  if (isUndecided(state)) return waiting(of, state)
  if (state.cStat === '217' && !before) return submitNote(of)
  if (state.cStat === '613') return refused(of, { ...state, cStat: '539' })
  return refused(of, before ?? state)
}

/** Asks where the note was sent; once the contingency is over, the state's own authority knows its notes. */
async function queryNote({ to, home, taken }: NoteQuestion): Promise<KeyState> {
  const state = await queryKey(to, taken.chave)
  return isContingencyOff(state) ? queryKey(home, taken.chave) : state
}

/**
 * Another key has the note's number. That key is asked for: where it is no authorised note, the number is not known to belong to another one,
 * and nothing is decided.
 */
async function askForOther(of: NoteQuestion, verdict: Verdict): Promise<Decision> {
  const key = /chNFe:\s*([0-9A-Z]{44})/.exec(verdict.xMotivo)?.[1]
  if (key === undefined) return refused(of, verdict)
  const state = await queryKey(of.to, key)
  return isUndecided(state) ? waiting(of, state) : refused(of, verdict)
}

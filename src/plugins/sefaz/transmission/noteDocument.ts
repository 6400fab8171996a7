import { askForCancellation, askForCorrection, submitCancellation, submitCorrection, submitVoiding } from './askForEvent.ts'
import { askForNote, submitNote } from './askForNote.ts'
import { passPoint } from './crashPoints.ts'
import type { Decision, SentDocument } from './sentDocument.ts'
import type { NoteQuestion, SentNote } from './sentNote.ts'
import type { TransmissionKind } from './transmissions.ts'

interface Ways {
  /** Sends the message for the first time. */
  submit(of: NoteQuestion): Promise<Decision>
  /** Asks what became of it, where it may have been sent before. */
  ask(of: NoteQuestion): Promise<Decision>
}

const ways: Readonly<Partial<Record<TransmissionKind, Ways>>> = {
  NOTA: { submit: submitNote, ask: of => askForNote(of) },
  CANCELAMENTO: { submit: submitCancellation, ask: askForCancellation },
  CORRECAO: { submit: submitCorrection, ask: of => askForCorrection(of) },
  INUTILIZACAO: { submit: submitVoiding, ask: submitVoiding },
}

/** The sending of a kind of note, of the events on it and of its numbers. */
export const noteDocument = (note: SentNote): SentDocument => ({
  silence: 'the tax authority did not answer',
  passStep: (step, { tipo }) => passPoint(`${step}-${tipo}`),
  placeOf: note.placeOf,
  ...(note.countFailure && { countFailure: note.countFailure }),
  ask: async of => {
    const { tipo, tentativas } = of.taken
    const way = ways[tipo]
    if (!way) throw new Error(`${tipo} is no message about a note of the store`)
    return tentativas > 1 ? way.ask({ ...of, note }) : way.submit({ ...of, note })
  },
})

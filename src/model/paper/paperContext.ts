import type { EvaluationContext } from '../expression/scope.ts'
import type { Model, Register, Rights } from '../model.ts'
import type { PaperDocument } from '../views/paperDocument.ts'
import type { PaperRow } from './paperRow.ts'

/** The document, who has it, and what its expressions may ask besides the record. */
export interface PaperContext {
  readonly model: Model
  readonly document: PaperDocument
  readonly register: Register
  /** Of who prints: what they may not read of a record is on no paper of theirs. */
  readonly rights: Rights
  readonly zone: string
  readonly store: PaperRow
  readonly user: PaperRow
  readonly asked: PaperRow
  /** Where people reach the installation: 'https://loja.example'. */
  readonly site?: string
  /** Gives way to others between many rows. */
  giveWay?(): Promise<unknown>
}

/** Everything that expressions over a record may ask. */
export const paperMoment = (
  { store, user, asked, zone }: PaperContext,
  record: PaperRow,
  parent?: PaperRow,
): EvaluationContext => ({
  record,
  parent,
  store,
  user,
  zone,
  more: { asked },
})

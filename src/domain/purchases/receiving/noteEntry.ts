import { tableOf, type UnitOfWork, writeHistory } from '../../../server/domain.ts'

/**
 * Tells history and browsers that a note was entered, or with no moment that its entry was taken back, and by whom. Nobody takes the line back by
 * itself: an entry is stock, prices and bills as well.
 */
export function noteEntry(
  lojaId: number,
  { id, xNome }: { readonly id: number; readonly xNome: string },
  moment: string | null,
  work: UnitOfWork,
): void {
  const table = tableOf(work.model, 'nfes')
  const state = (entered: boolean) => ({ entrada: entered })
  const change = { before: state(moment === null), after: { ...state(moment !== null), entrada_em: moment } }
  writeHistory([{ table, lojaId, id, deed: 'alterar', record: { id, xNome }, ...change }], { ...work, isConsequence: true })
  work.changes.push({ register: table.register, lojaId, id: String(id) })
}

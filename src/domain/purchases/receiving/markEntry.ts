import { changeRecords, type RecordOf, tableOf, type UnitOfWork } from '../../../server/domain.ts'

/** The fields of a note that tell of its entry. */
type EntryMark = Pick<RecordOf<'nfes'>, 'entrada' | 'entrada_em' | 'pedidoId' | 'classificacaoId' | 'centroCustoId'>

/** Marks a note as entered or not. Nobody takes that back by itself: an entry is stock, prices and bills as well. */
export const markEntry = (id: number, mark: EntryMark, work: UnitOfWork): Promise<void> =>
  changeRecords(tableOf(work.model, 'nfes'), [id], mark, { ...work, isConsequence: true }, { history: true })

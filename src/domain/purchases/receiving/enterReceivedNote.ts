import { ApiError, holdStore, type UnitOfWork } from '../../../server/domain.ts'
import { readOperations } from '../../fiscal/public.ts'
import { demandDeliverable, handOrderOver } from '../../orders/public.ts'
import { billNote } from './billNote.ts'
import { checkEntry } from './checkEntry.ts'
import { passEntryPoint } from './crashPoints.ts'
import { enterGoods } from './enterGoods.ts'
import type { EntryInput } from './entryInput.ts'
import { markEntry } from './markEntry.ts'
import { readEntry } from './readEntry.ts'
import { rememberCodes } from './rememberedCodes.ts'

/** Enters a note in the transaction at hand. Its row is held: of two who enter it one wins, and the other is told. */
export async function enterReceivedNote(lojaId: number, input: EntryInput, work: UnitOfWork): Promise<void> {
  const { q } = work
  // Two entries of a store follow one another: both may remember the same codes and change the same products.
  await holdStore(q, lojaId)
  const entry = await readEntry(lojaId, input, input.pedidoId, work)
  passEntryPoint('entry-held')
  if (entry.note.entrada) throw new ApiError(409, 'received.entered-already')
  if (input.version !== undefined && input.version !== entry.note.version) throw new ApiError(409, 'received.changed-meanwhile')
  if (!entry.note.xmlUrl) throw new ApiError(400, 'received.xml-missing')
  if (entry.note.cSitNFe === 2 || entry.note.cSitNFe === 3) throw new ApiError(400, 'received.cancelled')
  if (entry.note.worthless) throw new ApiError(400, 'received.homologation')
  if (entry.note.doubtful) throw new ApiError(409, 'received.doubtful')
  if (entry.note.pedidoId !== null) demandDeliverable(entry.order)
  const problems = checkEntry(entry, await readOperations(q, lojaId))
  const [first] = problems
  // A button was pressed: its answer names what is missing, not only the fields.
  if (first) throw new ApiError(422, first.code, first.params, problems)
  const moment = new Date().toISOString()
  await enterGoods(lojaId, entry, moment, work)
  passEntryPoint('entry-goods')
  await rememberCodes(q, lojaId, input.id)
  passEntryPoint('entry-codes')
  await billNote(entry, work)
  passEntryPoint('entry-bills')
  const { pedidoId, classificacaoId, centroCustoId } = entry.note
  await markEntry(input.id, { entrada: true, entrada_em: moment, pedidoId, classificacaoId, centroCustoId }, work)
  if (entry.order) await handOrderOver(entry.order, work)
  passEntryPoint('entry-marked')
}

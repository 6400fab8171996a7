import { DateTime } from 'luxon'
import { type Cancellation, writeCancellation } from '../../../domain/fiscal/core/public.ts'
import { ApiError, lockRows, type RowOf, type UnitOfWork } from '../../../server/plugin.ts'
import { readCancelMinutes } from '../issuing/decide.ts'
import type { StoredNote } from '../issuing/storeNote.ts'
import { refuseBlocked } from '../transmission/contingency.ts'
import { passPoint } from '../transmission/crashPoints.ts'
import { readStore } from '../transmission/readStore.ts'
import { storeKeys } from '../transmission/storeKeys.ts'
import { storeSigned } from '../transmission/storeSigned.ts'
import { lastTransmission, type Transmission } from '../transmission/transmissions.ts'

/** The reason where nobody gives one. */
const reason = 'Cancelamento da venda pelo emitente'

interface Row extends RowOf<'NFCes', 'situacao'> {
  readonly id: number
}

/** Stores the signed cancellation of a sale's note; one that nobody has decided of is left as it is. */
export async function storeCancellation(
  { lojaId, movimentoId }: { readonly lojaId: number; readonly movimentoId: number },
  work: UnitOfWork,
): Promise<StoredNote> {
  const { q } = work
  const [sale] = await lockRows(q, 'Movimentos', lojaId, [movimentoId])
  if (sale === undefined) throw new ApiError(404, 'not-found')
  const { rows } = await q.query<Row>(
    'SELECT id::float8, situacao FROM "NFCes" WHERE "lojaId" = $1 AND "movimentoId" = $2 ORDER BY id DESC LIMIT 1',
    [lojaId, movimentoId],
  )
  const record = rows[0]
  if (record?.situacao === 'CANCELADA') return { nfceId: record.id }
  if (record?.situacao !== 'AUTORIZADA') throw new ApiError(400, 'nfce.none')
  const before = await lastTransmission(q, lojaId, record.id, 'CANCELAMENTO')
  if (before?.estado === 'PENDENTE') return { nfceId: record.id, pending: before.id }
  const note = await lastTransmission(q, lojaId, record.id, 'NOTA')
  if (note?.estado !== 'ACEITO' || !note.protocolo || !note.decidida_em) throw new ApiError(400, 'nfce.xml-missing')
  const authorised = new Date(note.decidida_em)
  const minutes = await readCancelMinutes(q, lojaId, authorised)
  if (minutes !== undefined && Date.now() - authorised.getTime() > minutes * 60_000)
    throw new ApiError(400, 'nfce.cancel-late', { minutes })
  await refuseBlocked(work, lojaId, 'CANCELAMENTO')
  return signCancellation({ ...note, nfceId: record.id, protocolo: note.protocolo, justificativa: reason }, lojaId, work)
}

/** A note that is to be cancelled, and how. */
export interface NoteToCancel
  extends Pick<Transmission, 'chave' | 'ambiente' | 'serie' | 'numero'>,
    Pick<Cancellation, 'protocolo' | 'justificativa' | 'substituta'> {
  readonly nfceId: number
}

/** Signs and stores the event, as the last of its transaction. */
export async function signCancellation(note: NoteToCancel, lojaId: number, work: UnitOfWork): Promise<StoredNote> {
  const { q, service, caller } = work
  const { ambiente, chave, serie, numero, nfceId, protocolo, justificativa, substituta } = note
  const keys = await storeKeys(q, lojaId, service)
  const store = await readStore(q, lojaId)
  const ocorrida_em = DateTime.now().setZone(caller.zone).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ")
  const cnpj = store.cnpj ?? ''
  const text = writeCancellation({ chave, ambiente, cnpj, ocorrida_em, protocolo, justificativa, substituta })
  const said = { tipo: 'CANCELAMENTO', ambiente, chave, serie, numero, text, emitida_em: ocorrida_em } as const
  const stored = await storeSigned(q, lojaId, nfceId, said, keys)
  passPoint('cancellation-stored')
  return { nfceId, ...stored }
}

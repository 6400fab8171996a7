import { DateTime } from 'luxon'
import { writeCancellation } from '../../../domain/fiscal/core/public.ts'
import { ApiError, type UnitOfWork } from '../../../server/plugin.ts'
import { refuseBlocked } from '../transmission/contingency.ts'
import { passPoint } from '../transmission/crashPoints.ts'
import { readStore } from '../transmission/readStore.ts'
import { storeKeys } from '../transmission/storeKeys.ts'
import { storeSigned } from '../transmission/storeSigned.ts'
import { lastTransmission } from '../transmission/transmissions.ts'
import { cancelWindow } from './decide.ts'
import type { StoredNote } from './storeNote.ts'

/** The reason where nobody gives one. */
const reason = 'Cancelamento da venda pelo emitente'

interface Row {
  readonly id: number
  readonly situacao: string
}

/** Stores the signed cancellation of a sale's note; one that nobody has decided of is left as it is. */
export async function storeCancellation(
  { lojaId, movimentoId }: { readonly lojaId: number; readonly movimentoId: number },
  work: UnitOfWork,
): Promise<StoredNote> {
  const { q, service, caller } = work
  const { rows: sales } = await q.query('SELECT 1 FROM "Movimentos" WHERE "lojaId" = $1 AND id = $2 FOR UPDATE', [
    lojaId,
    movimentoId,
  ])
  if (sales.length === 0) throw new ApiError(404, 'not-found')
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
  if (Date.now() - new Date(note.decidida_em).getTime() > cancelWindow) throw new ApiError(400, 'nfce.cancel-late')
  await refuseBlocked(work, lojaId, 'CANCELAMENTO')
  const keys = await storeKeys(q, lojaId, service)
  const store = await readStore(q, lojaId)
  const ocorrida_em = DateTime.now().setZone(caller.zone).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ")
  const text = writeCancellation({
    chave: note.chave,
    ambiente: note.ambiente,
    cnpj: store.cnpj ?? '',
    ocorrida_em,
    protocolo: note.protocolo,
    justificativa: reason,
  })
  const { ambiente, chave, serie, numero } = note
  const said = { tipo: 'CANCELAMENTO', ambiente, chave, serie, numero, text, emitida_em: ocorrida_em } as const
  const stored = await storeSigned(q, lojaId, record.id, said, keys)
  passPoint('cancellation-stored')
  return { nfceId: record.id, ...stored }
}

import { formatMessage } from '../../../model/formatMessage.ts'
import { ApiError, type ColumnOf, type RowOf, type Service } from '../../../server/plugin.ts'
import { answerWords } from '../transmission/answerWords.ts'
import type { ConsumerNoteRow, Sending } from '../transmission/sentDocument.ts'
import type { Transmission } from '../transmission/transmissions.ts'
import { transmitStored } from '../transmission/transmit.ts'
import { consumerNotes } from './decide.ts'
import type { StoredNote } from './storeNote.ts'

export interface ConsumerNoteAnswer extends ConsumerNoteRow {
  readonly nfceId: number
  readonly serie: number
  readonly numero: number
  readonly resposta: string
}

/**
 * Sends what a call stored, unless nobody waits for the authority now, and gives the record of NFCes as the call's answer. @throws ApiError for what
 * the authority refused, in its words
 */
export async function answerStored(sending: Sending, lojaId: number, stored: StoredNote): Promise<ConsumerNoteAnswer> {
  const { nfceId, unsent } = stored
  const { service } = sending
  const attempt = unsent ? undefined : await transmitStored(sending, consumerNotes, lojaId, stored)
  const { sent, verdict, record } = attempt ?? {}
  if (sent?.estado === 'REJEITADO') throw new ApiError(400, 'nfce.rejected', rejection(service, sent))
  const row = record ?? (await readRow(service, lojaId, nfceId))
  const { cStat, xMotivo } =
    sent?.estado === 'PENDENTE' ? { cStat: verdict?.cStat ?? null, xMotivo: verdict?.xMotivo ?? null } : row
  const resposta = unsent ? formatMessage(service.model(), unsent) : answerWords(service, attempt, row)
  return { nfceId, ...row, serie: Number(row.serie), numero: Number(row.numero), cStat, xMotivo, resposta }
}

/** The authority's words, and beside some of its codes what to do. */
function rejection(service: Service, { cStat, xMotivo }: Transmission): Record<'cStat' | 'xMotivo' | 'hint', string> {
  const model = service.model()
  const code = `sefaz.${cStat}`
  const hint = Object.hasOwn(model.messages, code) ? `. ${formatMessage(model, code)}` : ''
  return { cStat: cStat ?? '', xMotivo: xMotivo ?? '', hint }
}

async function readRow(service: Service, lojaId: number, nfceId: number): Promise<ConsumerNoteRow> {
  const { rows } = await service.database.read({ stores: [lojaId] }, q =>
    q.query<RowOf<'NFCes', 'chNFe' | 'serie' | 'cStat' | 'xMotivo'> & { numero: ColumnOf<'NFCes', 'nNF'>; situacao: string }>(
      `SELECT "chNFe", serie, "nNF" AS numero, coalesce(situacao, 'PENDENTE') AS situacao, "cStat", "xMotivo" FROM "NFCes" WHERE "lojaId" = $1 AND id = $2`,
      [lojaId, nfceId],
    ),
  )
  if (!rows[0]) throw new ApiError(404, 'not-found')
  return rows[0]
}

import { fiscalLines, fiscalText, writeCancellation, writeCorrection } from '../../../domain/fiscal/core/public.ts'
import { readStoreLimit } from '../../../domain/fiscal/public.ts'
import { ApiError, type Queries, type RowOf, type UnitOfWork, validationError } from '../../../server/plugin.ts'
import { refuseBlocked } from '../transmission/contingency.ts'
import { passPoint } from '../transmission/crashPoints.ts'
import { readStore } from '../transmission/readStore.ts'
import { detailIn, sequenceOf } from '../transmission/signedEvent.ts'
import { storeKeys } from '../transmission/storeKeys.ts'
import { storeSigned } from '../transmission/storeSigned.ts'
import { lastTransmission, type Transmission } from '../transmission/transmissions.ts'
import { holdInvoice } from './readInvoice.ts'
import { momentIn, type StoredInvoice } from './storeInvoice.ts'

/** The most letters of one note, by the layout of the event. */
const mostCorrections = 20

/** The wish that an authorised note be cancelled for a reason, or corrected by a text. */
export interface InvoiceEventWish {
  readonly lojaId: number
  readonly nfeId: number
  readonly tipo: 'CANCELAMENTO' | 'CORRECAO'
  readonly texto: string
}

/** How a kind of event is asked for: the field and the text of what is too short, and the most that it holds. */
const words = {
  CANCELAMENTO: { path: 'motivo', short: 'nfe.reason-short', detail: 'xJust', clean: (text: string) => fiscalText(text, 255) },
  CORRECAO: {
    path: 'correcao',
    short: 'nfe.correction-short',
    detail: 'xCorrecao',
    clean: (text: string) => fiscalLines(text, 1000),
  },
} as const

/**
 * Stores the signed event of an authorised note before a byte of it leaves. One that nobody has decided of is left as it is, and goes where the
 * same is asked for; another wish waits until it is decided.
 */
export async function storeInvoiceEvent(
  { lojaId, nfeId, tipo, texto }: InvoiceEventWish,
  work: UnitOfWork,
): Promise<StoredInvoice> {
  const { q, service, caller } = work
  const held = await holdInvoice(q, lojaId, nfeId)
  if (held.situacao === 'CANCELADA' && tipo === 'CANCELAMENTO') return { nfeId }
  if (held.situacao !== 'AUTORIZADA') throw new ApiError(400, 'nfe.not-issued')
  const text = readWish(tipo, texto)
  const pending = await pendingEvent(q, lojaId, nfeId)
  if (pending) {
    if (pending.tipo === tipo && detailIn(pending.documento, words[tipo].detail) === text) return { nfeId, pending: pending.id }
    throw new ApiError(409, 'nfe.event-pending')
  }
  const note = await lastTransmission(q, lojaId, nfeId, 'NOTA', 'NFe_emissaos')
  if (note?.estado !== 'ACEITO' || !note.protocolo || !note.decidida_em) throw new ApiError(400, 'nfce.xml-missing')
  await refuseBlocked(work, lojaId, tipo, '55')
  const sequencia = tipo === 'CORRECAO' ? await nextSequence(q, lojaId, held.nfeId, held.row.cce_sequencia, note) : 1
  const keys = await storeKeys(q, lojaId, service)
  const { cnpj } = await readStore(q, lojaId)
  const { ambiente, chave, serie, numero, protocolo } = note
  const ocorrida_em = momentIn(caller.zone)
  const of = { chave, ambiente, cnpj: cnpj ?? '', ocorrida_em }
  const plain =
    tipo === 'CORRECAO'
      ? writeCorrection({ ...of, sequencia, correcao: text })
      : writeCancellation({ ...of, protocolo, justificativa: text })
  const said = { register: 'NFe_emissaos', modelo: '55', tipo, ambiente, chave, serie, numero } as const
  const stored = await storeSigned(q, lojaId, nfeId, { ...said, text: plain, emitida_em: ocorrida_em }, keys)
  passPoint(tipo === 'CORRECAO' ? 'invoice-correction-stored' : 'invoice-cancellation-stored')
  return { nfeId, ...stored }
}

/** Reads the text of an event: the specification asks for 10 characters, the authority for 15. */
function readWish(tipo: InvoiceEventWish['tipo'], given: string): string {
  const { path, short, clean } = words[tipo]
  const text = clean(given)
  if (text.length < 10) throw validationError([{ path, code: short }])
  if (text.length < 15) throw validationError([{ path, code: 'nfe.fifteen' }])
  return text
}

async function pendingEvent(q: Queries, lojaId: number, nfeId: number): Promise<Transmission | undefined> {
  const kinds = ['CANCELAMENTO', 'CORRECAO'] as const
  const last = await Promise.all(kinds.map(tipo => lastTransmission(q, lojaId, nfeId, tipo, 'NFe_emissaos')))
  return last.find(one => one?.estado === 'PENDENTE')
}

/** The number after the last letter that the authority is known to have, of ours or another system's. */
async function nextSequence(q: Queries, lojaId: number, nfeId: number, known: unknown, note: Transmission): Promise<number> {
  const authorised = new Date(note.decidida_em ?? 0)
  const hours = await readStoreLimit(q, lojaId, 'NFE_CORRECAO_HORAS', authorised)
  if (hours !== undefined && Date.now() - authorised.getTime() > hours * 3_600_000)
    throw new ApiError(400, 'nfe.correction-late', { hours })
  const { rows } = await q.query<RowOf<'NFe_transmissaos', 'documento'>>(
    `SELECT documento FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND "nfeEmissaoId" = $2 AND tipo = 'CORRECAO' AND estado = 'ACEITO'`,
    [lojaId, nfeId],
  )
  const last = Math.max(Number(known) || 0, ...rows.map(({ documento }) => sequenceOf(documento ?? '')))
  if (last >= mostCorrections) throw new ApiError(400, 'nfe.corrections-used')
  return last + 1
}

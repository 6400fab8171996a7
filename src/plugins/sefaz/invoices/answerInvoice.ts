import { ApiError, type NumbersOf, type RowOf, type Service } from '../../../server/plugin.ts'
import { answerWords } from '../transmission/answerWords.ts'
import type { Sending } from '../transmission/sentDocument.ts'
import { transmitStored } from '../transmission/transmit.ts'
import { outgoingInvoices } from './decideInvoice.ts'
import type { StoredInvoice } from './storeInvoice.ts'

interface Row extends RowOf<'NFe_emissaos', 'chave' | 'cStat' | 'xMotivo'> {
  readonly serie: number
  readonly numero: number
  readonly situacao: string
}

/** Sends the message that a call stored, and returns the authority's words as the call's answer, refusals included. */
export async function answerInvoice(sending: Sending, lojaId: number, stored: StoredInvoice): Promise<InvoiceCallAnswer> {
  const { nfeId } = stored
  const { service } = sending
  const attempt = await transmitStored(sending, outgoingInvoices, lojaId, stored)
  const row = await readRow(service, lojaId, nfeId)
  const said = attempt?.sent ?? row
  return {
    nfeId,
    ...row,
    cStat: said.cStat,
    xMotivo: said.xMotivo,
    resposta: answerWords(service, attempt, said),
    refused: attempt?.sent?.estado === 'REJEITADO',
  }
}

/** An answer; `refused` is for the call alone. */
export interface InvoiceCallAnswer extends Row {
  readonly nfeId: number
  readonly resposta: string
  readonly refused: boolean
}

type StoredRow = NumbersOf<'NFe_emissaos', 'serie' | 'numero'> & RowOf<'NFe_emissaos', 'chave' | 'situacao' | 'cStat' | 'xMotivo'>

async function readRow(service: Service, lojaId: number, nfeId: number): Promise<Row> {
  const { rows } = await service.database.read({ stores: [lojaId] }, q =>
    q.query<StoredRow>(
      `SELECT chave, serie::int, numero::int, situacao, "cStat", "xMotivo" FROM "NFe_emissaos" WHERE "lojaId" = $1 AND id = $2`,
      [lojaId, nfeId],
    ),
  )
  const { serie = null, numero = null, situacao = null } = rows[0] ?? {}
  // An invoice that was sent has them.
  if (!rows[0] || serie === null || numero === null || situacao === null) throw new ApiError(404, 'not-found')
  return { ...rows[0], serie, numero, situacao }
}

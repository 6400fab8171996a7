import { formatMessage } from '../../../model/formatMessage.ts'
import { ApiError, type RowOf, type Service } from '../../../server/plugin.ts'
import type { Attempt, Sending } from '../issuing/sending.ts'
import { transmit, transmitTaken } from '../issuing/transmit.ts'
import type { StoredInvoice } from './storeInvoice.ts'

/** The answer of the calls that issue, cancel, correct and void. */
export const invoiceCallOutput = {
  type: 'object',
  properties: {
    nfeId: { type: 'integer' },
    chave: { type: ['string', 'null'] },
    serie: { type: 'integer' },
    numero: { type: 'integer' },
    situacao: { type: 'string' },
    cStat: { type: ['string', 'null'] },
    xMotivo: { type: ['string', 'null'] },
    resposta: { type: 'string', description: 'Código e palavras da SEFAZ, ou que ela ainda não respondeu' },
  },
  required: ['nfeId', 'serie', 'numero', 'situacao', 'resposta'],
}

interface Row extends RowOf<'NFe_emissaos', 'chave' | 'cStat' | 'xMotivo'> {
  readonly serie: number
  readonly numero: number
  readonly situacao: string
}

/** Sends the message that a call stored, and returns the authority's words as the call's answer, refusals included. */
export async function answerInvoice(
  sending: Sending,
  lojaId: number,
  { nfeId, taken, keys, pending }: StoredInvoice,
): Promise<InvoiceCallAnswer> {
  const { service } = sending
  const attempt = taken
    ? await transmitTaken(sending, lojaId, taken, keys)
    : pending === undefined
      ? undefined
      : await transmit(sending, lojaId, pending)
  const row = await readRow(service, lojaId, nfeId)
  const said = attempt?.sent ?? row
  return {
    nfeId,
    ...row,
    cStat: said.cStat,
    xMotivo: said.xMotivo,
    resposta: told(service, attempt, said),
    refused: attempt?.sent?.estado === 'REJEITADO',
  }
}

/** An answer; `refused` is for the call alone. */
export interface InvoiceCallAnswer extends Row {
  readonly nfeId: number
  readonly resposta: string
  readonly refused: boolean
}

function told(service: Service, attempt: Attempt | undefined, { cStat, xMotivo }: Pick<Row, 'cStat' | 'xMotivo'>): string {
  const model = service.model()
  const { sent, verdict } = attempt ?? {}
  if (sent?.estado === 'PENDENTE') {
    if (verdict?.cStat === '656') return formatMessage(model, 'nfce.blocked')
    return formatMessage(model, sent.tipo === 'NOTA' ? 'nfce.waiting' : 'nfce.request-waiting')
  }
  return `${cStat} - ${xMotivo}`
}

async function readRow(service: Service, lojaId: number, nfeId: number): Promise<Row> {
  const { rows } = await service.database.read({ stores: [lojaId] }, q =>
    q.query<Row & Record<string, unknown>>(
      `SELECT chave, serie::int, numero::int, situacao, "cStat", "xMotivo" FROM "NFe_emissaos" WHERE "lojaId" = $1 AND id = $2`,
      [lojaId, nfeId],
    ),
  )
  if (!rows[0]) throw new ApiError(404, 'not-found')
  return rows[0]
}

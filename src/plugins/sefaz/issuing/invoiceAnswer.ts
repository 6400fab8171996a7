import { formatMessage } from '../../../model/formatMessage.ts'
import { ApiError, type Service } from '../../../server/plugin.ts'
import type { InvoiceRow } from './decide.ts'
import type { Attempt } from './sending.ts'
import type { Transmission } from './transmissions.ts'

/** The answer of the calls that issue, cancel and void. */
export const invoiceOutput = {
  type: 'object',
  properties: {
    nfceId: { type: 'integer' },
    chNFe: { type: ['string', 'null'] },
    serie: { type: 'integer' },
    numero: { type: 'integer' },
    situacao: { type: 'string' },
    cStat: { type: ['string', 'null'] },
    xMotivo: { type: ['string', 'null'] },
    resposta: { type: 'string', description: 'Código e palavras da SEFAZ, ou que ela ainda não respondeu' },
  },
  required: ['nfceId', 'serie', 'numero', 'situacao', 'resposta'],
}

export interface InvoiceAnswer extends InvoiceRow {
  readonly nfceId: number
  readonly serie: number
  readonly numero: number
  readonly resposta: string
}

/** A record of NFCes after an attempt; what the authority refused is a refusal of the call, in its words. */
export async function invoiceAnswer(service: Service, lojaId: number, nfceId: number, attempt?: Attempt): Promise<InvoiceAnswer> {
  const { sent, verdict, record } = attempt ?? {}
  if (sent?.estado === 'REJEITADO') throw new ApiError(400, 'nfce.rejected', rejection(service, sent))
  const row = record ?? (await readRow(service, lojaId, nfceId))
  const { cStat, xMotivo } =
    sent?.estado === 'PENDENTE' ? { cStat: verdict?.cStat ?? null, xMotivo: verdict?.xMotivo ?? null } : row
  const waiting = verdict?.cStat === '656' ? 'nfce.blocked' : sent?.tipo === 'NOTA' ? 'nfce.waiting' : 'nfce.request-waiting'
  const resposta = sent?.estado === 'PENDENTE' ? formatMessage(service.model(), waiting) : `${cStat} - ${xMotivo}`
  return { nfceId, ...row, serie: Number(row.serie), numero: Number(row.numero), cStat, xMotivo, resposta }
}

/** The authority's words, and beside some of its codes what to do. */
function rejection(service: Service, { cStat, xMotivo }: Transmission): Record<'cStat' | 'xMotivo' | 'hint', string> {
  const model = service.model()
  const code = `sefaz.${cStat}`
  const hint = Object.hasOwn(model.messages, code) ? `. ${formatMessage(model, code)}` : ''
  return { cStat: cStat ?? '', xMotivo: xMotivo ?? '', hint }
}

/** A record whose note waits because the store issues without the authority. */
export async function unsentAnswer(service: Service, lojaId: number, nfceId: number, said: string): Promise<InvoiceAnswer> {
  const row = await readRow(service, lojaId, nfceId)
  const resposta = formatMessage(service.model(), said)
  return { nfceId, ...row, serie: Number(row.serie), numero: Number(row.numero), resposta }
}

async function readRow(service: Service, lojaId: number, nfceId: number): Promise<InvoiceRow> {
  const { rows } = await service.database.read({ stores: [lojaId] }, q =>
    q.query<InvoiceRow>(
      `SELECT "chNFe", serie, "nNF" AS numero, situacao, "cStat", "xMotivo" FROM "NFCes" WHERE "lojaId" = $1 AND id = $2`,
      [lojaId, nfceId],
    ),
  )
  if (!rows[0]) throw new ApiError(404, 'not-found')
  return rows[0]
}

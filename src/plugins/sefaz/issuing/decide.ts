import type { Queries, RegisterChange } from '../../../server/plugin.ts'
import type { Verdict } from '../services/verdict.ts'
import type { Transmission } from './transmissions.ts'

/** Milliseconds after the authorisation in which a consumer's note may be cancelled (Ajuste SINIEF 07/18). */
export const cancelWindow = 30 * 60_000

/** What becomes of a record of NFCes. */
interface InvoiceChange {
  readonly situacao?: string
  readonly chNFe?: string
  readonly xmlUrl?: string | null
  readonly xmlCancelamentoUrl?: string
  readonly autorizada_em?: string | undefined
  readonly cancelavel_ate?: string
}

/** Where the XML of a record is fetched; a voided number's address says so, as screens tell it by that. */
export const xmlAddress = (lojaId: number, nfceId: number, kind?: 'cancelamento' | 'inutilizacao'): string =>
  `/api/nfces/downloadXML?lojaId=${lojaId}&nfceId=${nfceId}${kind ? `&tipo=${kind}` : ''}`

/** Keeps what the authority decided of a document; false where somebody else did meanwhile. */
async function settle(
  q: Queries,
  lojaId: number,
  { id, tentativas }: Transmission,
  estado: 'ACEITO' | 'REJEITADO',
  verdict: Verdict,
): Promise<boolean> {
  const { rowCount } = await q.query(
    `UPDATE "NFe_transmissaos" SET estado = $4, "cStat" = $5, "xMotivo" = $6, protocolo = $7, resposta = $8, reservada_ate = NULL,
       decidida_em = coalesce($9::timestamptz, now()), "updatedAt" = now()
     WHERE "lojaId" = $1 AND id = $2 AND tentativas = $3 AND estado = 'PENDENTE'`,
    [
      lojaId,
      id,
      tentativas,
      estado,
      verdict.cStat.slice(0, 4),
      verdict.xMotivo.slice(0, 255),
      verdict.protocol ?? null,
      verdict.proof ?? null,
      verdict.at ?? null,
    ],
  )
  return rowCount > 0
}

async function changeInvoice(
  q: Queries,
  lojaId: number,
  nfceId: number,
  { cStat, xMotivo }: Pick<Verdict, 'cStat' | 'xMotivo'>,
  change: InvoiceChange,
): Promise<RegisterChange[]> {
  const values = { cStat: cStat.slice(0, 10), xMotivo: xMotivo.slice(0, 255), ...change }
  const names = Object.keys(values)
  const { rows } = await q.query<{ movimentoId: string | null }>(
    `UPDATE "NFCes" SET ${names.map((name, at) => `"${name}" = $${at + 3}`).join(', ')}, version = version + 1, "updatedAt" = now()
     WHERE "lojaId" = $1 AND id = $2 RETURNING "movimentoId"`,
    [lojaId, nfceId, ...Object.values(values).map(value => value ?? null)],
  )
  const sale = rows[0]?.movimentoId
  const changes: RegisterChange[] = [{ register: 'NFCes', lojaId, ids: [`${nfceId}`] }]
  if (sale && change.situacao) changes.push(await changeSale(q, lojaId, Number(sale), change.situacao))
  return changes
}

/** What the list of sales shows of the sale's note. */
export async function changeSale(q: Queries, lojaId: number, movimentoId: number, situacao: string): Promise<RegisterChange> {
  await q.query(
    'UPDATE "Movimentos" SET nfce_situacao = $3, version = version + 1, "updatedAt" = now() WHERE "lojaId" = $1 AND id = $2',
    [lojaId, movimentoId, situacao],
  )
  return { register: 'Movimentos', lojaId, ids: [`${movimentoId}`] }
}

/** Since when a note is authorised, and until when it may be cancelled. */
function cancellable({ at }: Verdict): Pick<InvoiceChange, 'autorizada_em' | 'cancelavel_ate'> {
  const authorised = at === undefined ? new Date() : new Date(at)
  const until = new Date(authorised.getTime() + cancelWindow)
  return { autorizada_em: authorised.toISOString(), cancelavel_ate: until.toISOString() }
}

/** A document as accepted: what of it follows for the record of NFCes. */
export async function accept(q: Queries, lojaId: number, sent: Transmission, verdict: Verdict): Promise<RegisterChange[]> {
  if (!(await settle(q, lojaId, sent, 'ACEITO', verdict))) return []
  const { nfceId, chave, tipo } = sent
  const changes: Readonly<Record<Transmission['tipo'], InvoiceChange>> = {
    NOTA: { situacao: 'AUTORIZADA', chNFe: chave, xmlUrl: xmlAddress(lojaId, nfceId), ...cancellable(verdict) },
    CANCELAMENTO: { situacao: 'CANCELADA', xmlCancelamentoUrl: xmlAddress(lojaId, nfceId, 'cancelamento') },
    INUTILIZACAO: { situacao: 'INUTILIZADA', chNFe: 'INUTILIZACAO', xmlUrl: xmlAddress(lojaId, nfceId, 'inutilizacao') },
  }
  return changeInvoice(q, lojaId, nfceId, verdict, changes[tipo])
}

/** A document as refused; a note that stays authorised although its cancellation was refused keeps its words. */
export async function reject(q: Queries, lojaId: number, sent: Transmission, verdict: Verdict): Promise<RegisterChange[]> {
  if (!(await settle(q, lojaId, sent, 'REJEITADO', verdict))) return []
  if (sent.tipo === 'CANCELAMENTO') return []
  return changeInvoice(q, lojaId, sent.nfceId, verdict, {})
}

/** A note that was found cancelled: both hold. */
export async function acceptCancelled(
  q: Queries,
  lojaId: number,
  sent: Transmission,
  verdict: Verdict,
): Promise<RegisterChange[]> {
  const changes = await accept(q, lojaId, sent, { ...verdict, cStat: '100', xMotivo: 'Autorizado o uso da NF-e' })
  const more = await changeInvoice(q, lojaId, sent.nfceId, verdict, {
    situacao: 'CANCELADA',
    xmlCancelamentoUrl: xmlAddress(lojaId, sent.nfceId, 'cancelamento'),
  })
  return [...changes, ...more]
}

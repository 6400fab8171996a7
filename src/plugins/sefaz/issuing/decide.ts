import { readStoreLimit } from '../../../domain/fiscal/public.ts'
import { nextVersion, type Queries, type RegisterChange } from '../../../server/plugin.ts'
import type { Verdict } from '../services/verdict.ts'
import type { Transmission } from './transmissions.ts'

/** Minutes after the authorisation in which a consumer's note may be cancelled, by the law of the store's state on a day; undefined where there is no limit. */
export const readCancelMinutes = (q: Queries, lojaId: number, at: Date): Promise<number | undefined> =>
  readStoreLimit(q, lojaId, 'NFCE_CANCELAMENTO_MINUTOS', at.toISOString().slice(0, 10))

/** A record of NFCes, as calls tell it. */
export interface InvoiceRow {
  readonly chNFe: string | null
  readonly serie: number | string
  readonly numero: number | string
  readonly situacao: string
  readonly cStat: string | null
  readonly xMotivo: string | null
}

/** A decision that was kept: the news for others, and the record as it is now. */
export interface Settled {
  readonly changes: readonly RegisterChange[]
  readonly record?: InvoiceRow | undefined
}

/** The changes of a record of NFCes. */
interface InvoiceChange {
  readonly situacao?: string
  readonly chNFe?: string
  readonly xmlUrl?: string | null
  readonly xmlCancelamentoUrl?: string
  readonly autorizada_em?: string | undefined
  readonly cancelavel_ate?: string | undefined
}

/** Where the XML of a record is fetched; a voided number's address says so, as screens tell it by that. */
export const xmlAddress = (lojaId: number, nfceId: number, kind?: 'cancelamento' | 'inutilizacao'): string =>
  `/api/nfces/downloadXML?lojaId=${lojaId}&nfceId=${nfceId}${kind ? `&tipo=${kind}` : ''}`

/**
 * Keeps what the authority decided of a document, and what that makes of its record and its sale, in one statement: nothing of it where somebody
 * else decided meanwhile. The authority answered, so the store is in no contingency of its own any more.
 */
async function settle(
  q: Queries,
  lojaId: number,
  { id, tentativas, recordId: nfceId, ambiente }: Transmission,
  estado: 'ACEITO' | 'REJEITADO',
  verdict: Verdict,
  change?: InvoiceChange,
): Promise<Settled> {
  const said = { cStat: verdict.cStat.slice(0, 4), xMotivo: verdict.xMotivo.slice(0, 255) }
  const values = Object.entries(change ? { ...said, ...change } : {})
  const params = [lojaId, id, tentativas, estado, said.cStat, said.xMotivo, verdict.protocol, verdict.proof, verdict.at]
  const fixed = [...params, ambiente, nfceId, change?.situacao].map(value => value ?? null)
  const set = values.map(([name], at) => `"${name}" = $${fixed.length + at + 1}, `).join('')
  const { rows } = await q.query<{ settled: boolean; sale: string | null; record: InvoiceRow | null }>(
    `WITH t AS (
       UPDATE "NFe_transmissaos" SET estado = $4, "cStat" = $5, "xMotivo" = $6, protocolo = $7, resposta = $8, reservada_ate = NULL,
         decidida_em = coalesce($9::timestamptz, now()), "updatedAt" = now()
       WHERE "lojaId" = $1 AND id = $2 AND tentativas = $3 AND estado = 'PENDENTE' RETURNING id
     ), c AS (
       UPDATE "Loja_contingencias" SET ultima_falha = NULL, penultima_falha = NULL, antepenultima_falha = NULL, desde = NULL, "updatedAt" = now()
       WHERE "lojaId" = $1 AND ambiente = $10 AND coalesce(ultima_falha, desde) IS NOT NULL
     ), n AS (
       UPDATE "NFCes" SET ${set}${nextVersion()}
       WHERE "lojaId" = $1 AND id = $11 AND EXISTS (SELECT FROM t) AND ${change !== undefined}
       RETURNING "movimentoId", "chNFe", serie, "nNF" AS numero, situacao, "cStat", "xMotivo"
     ), m AS (
       -- Of a sale that two notes told, the other one stays.
       UPDATE "Movimentos" SET nfce_situacao = CASE WHEN $12::text = 'CANCELADA' AND EXISTS (SELECT FROM "NFCes" o WHERE o."lojaId" = $1 AND o."movimentoId" = "Movimentos".id
         AND o.id <> $11 AND o.situacao = 'AUTORIZADA') THEN 'AUTORIZADA' ELSE $12::text END, ${nextVersion()}
       WHERE "lojaId" = $1 AND id = (SELECT "movimentoId" FROM n) AND $12::text IS NOT NULL
     ) SELECT EXISTS (SELECT FROM t) AS settled, (SELECT "movimentoId" FROM n) AS sale, (SELECT to_jsonb(n) - 'movimentoId' FROM n) AS record`,
    [...fixed, ...values.map(([, value]) => value ?? null)],
  )
  const [done] = rows
  if (!done?.settled || !change) return { changes: [] }
  const changes: RegisterChange[] = [{ register: 'NFCes', lojaId, ids: [`${nfceId}`] }]
  if (done.sale && change.situacao) changes.push({ register: 'Movimentos', lojaId, ids: [done.sale] })
  return { changes, record: done.record ?? undefined }
}

/** Since when a note is authorised, and until when it may be cancelled. */
async function cancellable(
  q: Queries,
  lojaId: number,
  { at }: Verdict,
): Promise<Pick<InvoiceChange, 'autorizada_em' | 'cancelavel_ate'>> {
  const authorised = at === undefined ? new Date() : new Date(at)
  const minutes = await readCancelMinutes(q, lojaId, authorised)
  const until = minutes === undefined ? undefined : new Date(authorised.getTime() + minutes * 60_000).toISOString()
  return { autorizada_em: authorised.toISOString(), cancelavel_ate: until }
}

/** A document as accepted: what of it follows for the record of NFCes. */
export async function accept(q: Queries, lojaId: number, sent: Transmission, verdict: Verdict): Promise<Settled> {
  const { recordId: nfceId, chave, tipo } = sent
  const until = tipo === 'NOTA' ? await cancellable(q, lojaId, verdict) : {}
  const changes: Readonly<Partial<Record<Transmission['tipo'], InvoiceChange>>> = {
    NOTA: { situacao: 'AUTORIZADA', chNFe: chave, xmlUrl: xmlAddress(lojaId, nfceId), ...until },
    CANCELAMENTO: { situacao: 'CANCELADA', xmlCancelamentoUrl: xmlAddress(lojaId, nfceId, 'cancelamento') },
    INUTILIZACAO: { situacao: 'INUTILIZADA', chNFe: 'INUTILIZACAO', xmlUrl: xmlAddress(lojaId, nfceId, 'inutilizacao') },
  }
  return settle(q, lojaId, sent, 'ACEITO', verdict, changes[tipo])
}

/** A document as refused; a note that stays authorised although its cancellation was refused keeps its words. */
export const reject = (q: Queries, lojaId: number, sent: Transmission, verdict: Verdict): Promise<Settled> =>
  settle(q, lojaId, sent, 'REJEITADO', verdict, sent.tipo === 'CANCELAMENTO' ? undefined : {})

/** A note that was found cancelled: both hold. */
export const acceptCancelled = async (q: Queries, lojaId: number, sent: Transmission, verdict: Verdict): Promise<Settled> =>
  settle(q, lojaId, sent, 'ACEITO', verdict, {
    situacao: 'CANCELADA',
    chNFe: sent.chave,
    xmlUrl: xmlAddress(lojaId, sent.recordId),
    ...(await cancellable(q, lojaId, verdict)),
    xmlCancelamentoUrl: xmlAddress(lojaId, sent.recordId, 'cancelamento'),
  })

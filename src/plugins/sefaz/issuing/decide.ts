import { readStoreLimit } from '../../../domain/fiscal/public.ts'
import { lazyCommit, nextVersion, type Queries, type RegisterChange, type ValuesOf } from '../../../server/plugin.ts'
import { noteFailure } from '../transmission/contingency.ts'
import { noteDocument } from '../transmission/noteDocument.ts'
import type { ConsumerNoteRow, Settled } from '../transmission/sentDocument.ts'
import type { Deciding } from '../transmission/sentNote.ts'
import { decisionSql, decisionValues, saidBy } from '../transmission/settle.ts'
import type { TransmissionKind } from '../transmission/transmissions.ts'

/** Minutes after the authorisation in which a consumer's note may be cancelled, by the law of the store's state on a day; undefined where there is no limit. */
export const readCancelMinutes = (q: Queries, lojaId: number, at: Date): Promise<number | undefined> =>
  readStoreLimit(q, lojaId, 'NFCE_CANCELAMENTO_MINUTOS', at)

/** The changes of a record of NFCes. */
type NoteChange = Partial<
  ValuesOf<'NFCes', 'situacao' | 'chNFe' | 'xmlUrl' | 'xmlCancelamentoUrl' | 'autorizada_em' | 'cancelavel_ate'>
>

/** Where the XML of a record is fetched; a voided number's address says so, as screens tell it by that. */
export const xmlAddress = (lojaId: number, nfceId: number, kind?: 'cancelamento' | 'inutilizacao'): string =>
  `/api/nfces/downloadXML?lojaId=${lojaId}&nfceId=${nfceId}${kind ? `&tipo=${kind}` : ''}`

/**
 * Keeps what the authority decided of a document, and what that makes of its record and its sale, in one statement: nothing of it where somebody
 * else decided meanwhile. The authority answered, so the store is in no contingency of its own any more.
 */
async function settle(of: Deciding, estado: 'ACEITO' | 'REJEITADO', change?: NoteChange): Promise<Settled> {
  const { q, lojaId, sent, verdict } = of
  const { recordId: nfceId, ambiente } = sent
  const values = Object.entries(change ? { ...saidBy(verdict), ...change } : {})
  const fixed = [...decisionValues(lojaId, sent, estado, verdict), ambiente, nfceId, change?.situacao ?? null]
  const set = values.map(([name], at) => `"${name}" = $${fixed.length + at + 1}, `).join('')
  const settling = q.query<{ settled: boolean; sale: string | null; record: ConsumerNoteRow | null }>(
    `WITH t AS (
       ${decisionSql} RETURNING id
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
  // The authority keeps this, too: should the disk lose it, the key is asked for again. Only what is stored before it is sent must be waited for.
  const mayWait = estado === 'ACEITO' && sent.tipo !== 'INUTILIZACAO'
  const [{ rows }] = await Promise.all([settling, mayWait && q.query(lazyCommit)])
  const [done] = rows
  if (!done?.settled || !change) return { changes: [] }
  const changes: RegisterChange[] = [{ register: 'NFCes', lojaId, ids: [`${nfceId}`] }]
  if (done.sale && change.situacao) changes.push({ register: 'Movimentos', lojaId, ids: [done.sale] })
  return { changes, record: done.record ?? undefined }
}

/** Since when a note is authorised, and until when it may be cancelled. */
async function cancellable({ q, lojaId, verdict }: Deciding): Promise<Pick<NoteChange, 'autorizada_em' | 'cancelavel_ate'>> {
  const { at } = verdict
  const authorised = at === undefined ? new Date() : new Date(at)
  const minutes = await readCancelMinutes(q, lojaId, authorised)
  const until = minutes === undefined ? null : new Date(authorised.getTime() + minutes * 60_000).toISOString()
  return { autorizada_em: authorised.toISOString(), cancelavel_ate: until }
}

/** A document as accepted: what of it follows for the record of NFCes. */
async function accept(of: Deciding): Promise<Settled> {
  const { lojaId, sent } = of
  const { recordId: nfceId, chave, tipo } = sent
  const until = tipo === 'NOTA' ? await cancellable(of) : {}
  const changes: Readonly<Partial<Record<TransmissionKind, NoteChange>>> = {
    NOTA: { situacao: 'AUTORIZADA', chNFe: chave, xmlUrl: xmlAddress(lojaId, nfceId), ...until },
    CANCELAMENTO: { situacao: 'CANCELADA', xmlCancelamentoUrl: xmlAddress(lojaId, nfceId, 'cancelamento') },
    INUTILIZACAO: { situacao: 'INUTILIZADA', chNFe: 'INUTILIZACAO', xmlUrl: xmlAddress(lojaId, nfceId, 'inutilizacao') },
  }
  return settle(of, 'ACEITO', changes[tipo])
}

async function acceptCancelled(of: Deciding): Promise<Settled> {
  const { lojaId, sent } = of
  return settle(of, 'ACEITO', {
    situacao: 'CANCELADA',
    chNFe: sent.chave,
    xmlUrl: xmlAddress(lojaId, sent.recordId),
    ...(await cancellable(of)),
    xmlCancelamentoUrl: xmlAddress(lojaId, sent.recordId, 'cancelamento'),
  })
}

/** Consumers' notes go on without an authority that fails. */
export const consumerNotes = noteDocument({
  placeOf: home => home,
  countFailure: (q, lojaId, { ambiente }) => noteFailure(q, lojaId, ambiente),
  accept,
  // A note that stays authorised although its cancellation was refused keeps its words.
  reject: of => settle(of, 'REJEITADO', of.sent.tipo === 'CANCELAMENTO' ? undefined : {}),
  acceptCancelled,
})

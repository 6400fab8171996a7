import { descendantsOf, textAt } from '../../../domain/fiscal/core/public.ts'
import { nextVersion, type Queries } from '../../../server/plugin.ts'
import type { Settled } from '../issuing/decide.ts'
import type { Transmission } from '../issuing/transmissions.ts'
import type { Verdict } from '../services/verdict.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'

/** Documents of an outgoing invoice beside the note itself. */
type InvoiceDocument = 'cancelamento' | 'correcao' | 'inutilizacao'

/** Where the XML of a record is fetched; a voided range's address says so, as screens tell it by that. */
export const invoiceXmlAddress = (lojaId: number, nfeId: number, kind?: InvoiceDocument): string =>
  `/api/NFe_emissaos/downloadXML?lojaId=${lojaId}&nfeId=${nfeId}${kind ? `&tipo=${kind}` : ''}`

/** Where an address of a PDF is asked for. */
export const paperAddress = (call: string, lojaId: number, nfeId: number): string =>
  `/api/NFe_emissaos/${call}?lojaId=${lojaId}&nfeId=${nfeId}`

/** Hours after the authorisation in which a state cancels without a penalty; 24 in all others. */
const hoursByState: Readonly<Record<string, number>> = { MT: 2, PR: 168, RS: 168, PI: 1440, RO: 720 }

/** Hours after the authorisation in which an NF-e of a state is cancelled in time. */
export const cancelHours = (state: string): number => hoursByState[state] ?? 24

/** The changes of a record of NFe_emissaos. */
type InvoiceChange = Readonly<Record<string, unknown>>

/** Keeps what the authority decided of a document and what that makes of its record, in one statement: nothing of it where somebody else decided meanwhile. */
async function settle(
  q: Queries,
  lojaId: number,
  { id, tentativas, recordId }: Transmission,
  estado: 'ACEITO' | 'REJEITADO',
  verdict: Verdict,
  change: InvoiceChange,
): Promise<Settled> {
  const values = Object.entries(change)
  const said = [verdict.cStat.slice(0, 4), verdict.xMotivo.slice(0, 255), verdict.protocol, verdict.proof, verdict.at]
  const fixed = [lojaId, id, tentativas, estado, ...said, recordId].map(value => value ?? null)
  const set = values.map(([name], at) => `"${name}" = $${fixed.length + at + 1}, `).join('')
  const { rows } = await q.query<{ settled: boolean }>(
    `WITH t AS (
       UPDATE "NFe_transmissaos" SET estado = $4, "cStat" = $5, "xMotivo" = $6, protocolo = $7, resposta = $8, reservada_ate = NULL,
         decidida_em = coalesce($9::timestamptz, now()), "updatedAt" = now()
       WHERE "lojaId" = $1 AND id = $2 AND tentativas = $3 AND estado = 'PENDENTE' RETURNING id
     ), n AS (
       UPDATE "NFe_emissaos" SET ${set}${nextVersion()}
       WHERE "lojaId" = $1 AND id = $10 AND EXISTS (SELECT FROM t)
     ) SELECT EXISTS (SELECT FROM t) AS settled`,
    [...fixed, ...values.map(([, value]) => value ?? null)],
  )
  return { changes: rows[0]?.settled ? [{ register: 'NFe_emissaos', lojaId, ids: [`${recordId}`] }] : [] }
}

const words = ({ cStat, xMotivo }: Verdict): InvoiceChange => ({ cStat: cStat.slice(0, 4), xMotivo: xMotivo.slice(0, 255) })

/** Returns the changes of the record by an authorisation; the state is that of the key. */
function authorised(lojaId: number, { recordId, chave, documento }: Transmission, verdict: Verdict): InvoiceChange {
  const at = verdict.at === undefined ? new Date() : new Date(verdict.at)
  const state = /<enderEmit>.*?<UF>([A-Z]{2})<\/UF>/s.exec(documento)?.[1] ?? ''
  return {
    ...words(verdict),
    situacao: 'AUTORIZADA',
    chave,
    protocolo_uso: verdict.protocol,
    autorizada_em: at.toISOString(),
    cancelamento_horas: cancelHours(state),
    cancelavel_ate: new Date(at.getTime() + cancelHours(state) * 3_600_000).toISOString(),
    xmlUrl: invoiceXmlAddress(lojaId, recordId),
    pdfUrl: paperAddress('urlDanfe', lojaId, recordId),
  }
}

function cancelled(lojaId: number, { recordId, documento }: Transmission, reason = detailIn(documento, 'xJust')): InvoiceChange {
  return {
    situacao: 'CANCELADA',
    cancelamento: reason,
    xmlCancelamentoUrl: invoiceXmlAddress(lojaId, recordId, 'cancelamento'),
    pdfCancelamentoUrl: paperAddress('urlDanfeCancelada', lojaId, recordId),
  }
}

function corrected(lojaId: number, { recordId, documento }: Transmission): InvoiceChange {
  return {
    cce_sequencia: sequenceOf(documento),
    cce_correcao: detailIn(documento, 'xCorrecao'),
    xmlCceUrl: invoiceXmlAddress(lojaId, recordId, 'correcao'),
    pdfCceUrl: paperAddress('urlDanfeCce', lojaId, recordId),
  }
}

/** A document as accepted: what of it follows for the record of NFe_emissaos. */
export function acceptInvoice(q: Queries, lojaId: number, sent: Transmission, verdict: Verdict): Promise<Settled> {
  const { tipo, recordId } = sent
  const change: InvoiceChange =
    tipo === 'NOTA'
      ? authorised(lojaId, sent, verdict)
      : tipo === 'CANCELAMENTO'
        ? { ...words(verdict), ...cancelled(lojaId, sent) }
        : tipo === 'CORRECAO'
          ? corrected(lojaId, sent)
          : {
              ...words(verdict),
              situacao: 'INUTILIZADA',
              protocolo_uso: verdict.protocol,
              xmlUrl: invoiceXmlAddress(lojaId, recordId, 'inutilizacao'),
            }
  return settle(q, lojaId, sent, 'ACEITO', verdict, change)
}

/**
 * A document as refused: a note is a draft again, with the authority's words; one that stays authorised although an event on it was refused
 * keeps its own. Where another letter has the number of a refused one, the record tells the number that the authority has.
 */
export function rejectInvoice(
  q: Queries,
  lojaId: number,
  sent: Transmission,
  verdict: Verdict,
  taken?: number,
): Promise<Settled> {
  const isEvent = sent.tipo === 'CANCELAMENTO' || sent.tipo === 'CORRECAO'
  const draft = { ...words(verdict), situacao: 'DIGITACAO', chave: null }
  return settle(q, lojaId, sent, 'REJEITADO', verdict, isEvent ? (taken === undefined ? {} : { cce_sequencia: taken }) : draft)
}

/** A note that was found cancelled: both hold. */
export const acceptCancelledInvoice = (q: Queries, lojaId: number, sent: Transmission, verdict: Verdict): Promise<Settled> =>
  settle(q, lojaId, sent, 'ACEITO', verdict, {
    ...authorised(lojaId, sent, verdict),
    ...cancelled(lojaId, sent, 'Cancelada fora deste sistema'),
  })

/** `nSeqEvento` of a signed event. */
export const sequenceOf = (documento: string): number => Number(/<nSeqEvento>(\d+)</.exec(documento)?.[1] ?? 0)

/** A text among the details of a signed event. */
export function detailIn(documento: string, name: 'xJust' | 'xCorrecao'): string {
  using document = parseXml(documento)
  return textAt(descendantsOf(readElement(document.root), 'detEvento')[0], name) ?? ''
}

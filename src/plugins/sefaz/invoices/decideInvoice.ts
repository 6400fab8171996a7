import { invoiceDecided, readStoreLimit } from '../../../domain/fiscal/public.ts'
import { announceEvent, nextVersion, type ValuesOf } from '../../../server/plugin.ts'
import { noteDocument } from '../transmission/noteDocument.ts'
import type { Settled } from '../transmission/sentDocument.ts'
import type { Deciding } from '../transmission/sentNote.ts'
import { decisionSql, decisionValues, saidBy } from '../transmission/settle.ts'
import { detailIn, sequenceOf } from '../transmission/signedEvent.ts'
import { contingencyAuthority } from '../transport/contingencyAuthority.ts'

/** Documents of an outgoing invoice beside the note itself. */
type InvoiceDocument = 'cancelamento' | 'correcao' | 'inutilizacao'

/** Where the XML of a record is fetched; a voided range's address says so, as screens tell it by that. */
export const invoiceXmlAddress = (lojaId: number, nfeId: number, kind?: InvoiceDocument): string =>
  `/api/NFe_emissaos/downloadXML?lojaId=${lojaId}&nfeId=${nfeId}${kind ? `&tipo=${kind}` : ''}`

/** Where an address of a PDF is asked for. */
export const paperAddress = (call: string, lojaId: number, nfeId: number): string =>
  `/api/NFe_emissaos/${call}?lojaId=${lojaId}&nfeId=${nfeId}`

/** The changes of a record of NFe_emissaos. */
type InvoiceChange = Partial<
  ValuesOf<
    'NFe_emissaos',
    | 'situacao'
    | 'chave'
    | 'cStat'
    | 'xMotivo'
    | 'protocolo_uso'
    | 'autorizada_em'
    | 'cancelamento'
    | 'cancelamento_horas'
    | 'cancelavel_ate'
    | 'cce_sequencia'
    | 'cce_correcao'
    | `xml${'' | 'Cancelamento' | 'Cce'}Url`
    | `pdf${'' | 'Cancelamento' | 'Cce'}Url`
  >
>

/** Keeps what the authority decided of a document and what that makes of its record, in one statement: nothing of it where somebody else decided meanwhile. */
async function settle(of: Deciding, estado: 'ACEITO' | 'REJEITADO', change: InvoiceChange): Promise<Settled> {
  const { q, service, lojaId, sent, verdict } = of
  const { recordId: nfeId } = sent
  const values = Object.entries(change)
  const fixed = [...decisionValues(lojaId, sent, estado, verdict), nfeId]
  const set = values.map(([name], at) => `"${name}" = $${fixed.length + at + 1}, `).join('')
  const { rows } = await q.query<{ settled: boolean }>(
    `WITH t AS (
       ${decisionSql} RETURNING id
     ), n AS (
       UPDATE "NFe_emissaos" SET ${set}${nextVersion()}
       WHERE "lojaId" = $1 AND id = $10 AND EXISTS (SELECT FROM t)
     ) SELECT EXISTS (SELECT FROM t) AS settled`,
    [...fixed, ...values.map(([, value]) => value ?? null)],
  )
  if (!rows[0]?.settled) return { changes: [] }
  if (estado === 'ACEITO') await announceEvent(invoiceDecided, { lojaId, nfeId }, q, service)
  return { changes: [{ register: 'NFe_emissaos', lojaId, ids: [`${nfeId}`] }] }
}

/** Returns the changes of the record by an authorisation. It is cancelled in time within the hours that the law of its state has on that day; always where none has any. */
async function authorised({ q, lojaId, sent, verdict }: Deciding): Promise<InvoiceChange> {
  const { recordId, chave } = sent
  const at = verdict.at === undefined ? new Date() : new Date(verdict.at)
  const hours = await readStoreLimit(q, lojaId, 'NFE_CANCELAMENTO_HORAS', at)
  return {
    ...saidBy(verdict),
    situacao: 'AUTORIZADA',
    chave,
    protocolo_uso: verdict.protocol ?? null,
    autorizada_em: at.toISOString(),
    cancelamento_horas: hours === undefined ? null : Math.floor(hours),
    cancelavel_ate: hours === undefined ? null : new Date(at.getTime() + hours * 3_600_000).toISOString(),
    xmlUrl: invoiceXmlAddress(lojaId, recordId),
    pdfUrl: paperAddress('urlDanfe', lojaId, recordId),
  }
}

function cancelled({ lojaId, sent: { recordId, documento } }: Deciding, reason = detailIn(documento, 'xJust')): InvoiceChange {
  return {
    situacao: 'CANCELADA',
    cancelamento: reason,
    xmlCancelamentoUrl: invoiceXmlAddress(lojaId, recordId, 'cancelamento'),
    pdfCancelamentoUrl: paperAddress('urlDanfeCancelada', lojaId, recordId),
  }
}

function corrected({ lojaId, sent: { recordId, documento } }: Deciding): InvoiceChange {
  return {
    cce_sequencia: sequenceOf(documento),
    cce_correcao: detailIn(documento, 'xCorrecao'),
    xmlCceUrl: invoiceXmlAddress(lojaId, recordId, 'correcao'),
    pdfCceUrl: paperAddress('urlDanfeCce', lojaId, recordId),
  }
}

/** A document as accepted: what of it follows for the record of NFe_emissaos. */
async function accepted(of: Deciding): Promise<InvoiceChange> {
  const { lojaId, sent, verdict } = of
  if (sent.tipo === 'NOTA') return authorised(of)
  if (sent.tipo === 'CANCELAMENTO') return { ...saidBy(verdict), ...cancelled(of) }
  if (sent.tipo === 'CORRECAO') return corrected(of)
  return {
    ...saidBy(verdict),
    situacao: 'INUTILIZADA',
    protocolo_uso: verdict.protocol ?? null,
    xmlUrl: invoiceXmlAddress(lojaId, sent.recordId, 'inutilizacao'),
  }
}

/**
 * A document as refused: a note is a draft again, with the authority's words; one that stays authorised although an event on it was refused
 * keeps its own. Where another letter has the number of a refused one, the record tells the number that the authority has.
 */
function rejected({ sent, verdict }: Deciding, lastLetter: number | undefined): InvoiceChange {
  if (sent.tipo !== 'CANCELAMENTO' && sent.tipo !== 'CORRECAO') return { ...saidBy(verdict), situacao: 'DIGITACAO', chave: null }
  return lastLetter === undefined ? {} : { cce_sequencia: lastLetter }
}

/** Outgoing invoices wait for an authority that fails, or are issued for its virtual authority, and are then sent nowhere else. */
export const outgoingInvoices = noteDocument({
  placeOf: (home, { tipo, contingencia }) =>
    tipo === 'NOTA' && contingencia ? { ...home, state: contingencyAuthority(home.state).name } : home,
  accept: async of => settle(of, 'ACEITO', await accepted(of)),
  reject: (of, lastLetter) => settle(of, 'REJEITADO', rejected(of, lastLetter)),
  acceptCancelled: async of =>
    settle(of, 'ACEITO', { ...(await authorised(of)), ...cancelled(of, 'Cancelada fora deste sistema') }),
})

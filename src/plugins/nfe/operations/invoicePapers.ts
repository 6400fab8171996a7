import type { DocumentElement } from '../../../domain/fiscal/core/public.ts'
import { type InvoiceReader, issuedInvoices } from '../../../domain/fiscal/public.ts'
import {
  ApiError,
  OperationReply,
  openOperation,
  operation,
  type PluginContext,
  type Queries,
  requireStore,
} from '../../../server/plugin.ts'
import { type NotePaper, paperOfCorrection, paperOfNote } from '../danfe/notePapers.ts'
import { openPaperLink, type PaperKind, type PaperLink, paperAddress } from '../paper/paperLink.ts'

interface Input {
  readonly nfeId: number
}

type Ground = Pick<PluginContext, 'dataDir'>

/** What a paper is drawn from, once it is read. */
type Drawn = () => Promise<NotePaper | undefined>

const reads: Readonly<Record<PaperKind, (reader: InvoiceReader, q: Queries, link: Omit<PaperLink, 'until'>) => Promise<Drawn>>> =
  {
    async danfe(reader, q, { lojaId, nfeId }) {
      const { note } = await reader.read(q, lojaId, nfeId)
      return drawn(note, paper => paperOfNote(paper))
    },
    async cancelamento(reader, q, { lojaId, nfeId }) {
      const { note, cancellation } = await reader.read(q, lojaId, nfeId)
      return drawn(cancellation && note, paper => paperOfNote(paper, cancellation))
    },
    async correcao(reader, q, { lojaId, nfeId }) {
      const { note, correction } = await reader.read(q, lojaId, nfeId)
      return drawn(note, async paper => correction && paperOfCorrection(paper, correction))
    },
    async espelho(reader, q, { lojaId, nfeId, zone }) {
      const mirror = await reader.mirror(q, lojaId, nfeId, zone)
      return drawn(mirror, paper => paperOfNote(paper))
    },
  }

const drawn =
  (note: DocumentElement | undefined, draw: (note: DocumentElement) => Promise<NotePaper | undefined>): Drawn =>
  async () =>
    note && draw(note)

/** A call that gives the address of a paper: it says at once where there is none. */
function addressCall(ground: Ground, kind: PaperKind, path: string, title: string, messages: readonly string[]) {
  return operation<Input>({
    method: kind === 'espelho' ? 'POST' : 'GET',
    path,
    title,
    gate: 'estoque_ver',
    standsAlone: true,
    input: {
      type: 'object',
      properties: { lojaId: { type: 'integer' }, nfeId: { type: 'integer' } },
      required: ['nfeId'],
    },
    output: {
      type: 'object',
      properties: { url: { type: 'string', description: 'Abre o PDF sem cabeçalhos, por 10 minutos' } },
      required: ['url'],
    },
    spends: 'documents',
    messages,
    async run({ caller, input: { nfeId }, database, offers }) {
      const link = { lojaId: requireStore(caller), nfeId, kind, zone: caller.zone }
      const reader = issuedInvoices.of({ offers })
      const paper = reader && (await database.read({ stores: [link.lojaId] }, q => reads[kind](reader, q, link)))
      if (!(await paper?.())) throw new ApiError(404, 'nfce.xml-missing')
      return { url: paperAddress(ground, link) }
    },
  })
}

/** The calls that give addresses of papers. */
export const invoicePaperCalls = (ground: Ground) => [
  addressCall(ground, 'danfe', 'NFe_emissaos/urlDanfe', 'Endereço do DANFE de uma NF-e', ['nfce.xml-missing']),
  addressCall(ground, 'cancelamento', 'NFe_emissaos/urlDanfeCancelada', 'Endereço do DANFE de uma NF-e cancelada', [
    'nfce.xml-missing',
  ]),
  addressCall(ground, 'correcao', 'NFe_emissaos/urlDanfeCce', 'Endereço do PDF da carta de correção', ['nfce.xml-missing']),
  addressCall(ground, 'espelho', 'Sefaz/nfeDanfeSemValidade', 'Endereço do espelho de uma NF-e em digitação', [
    'not-found',
    'nfe.is-voiding',
    'nfe.issued-before',
    'nfe.items-missing',
    'nfe.store-incomplete',
  ]),
]

/** Opens one paper by its address. */
export const openInvoicePaper = (ground: Ground) =>
  openOperation<{ readonly token: string }>({
    method: 'GET',
    path: 'NFe_emissaos/pdf',
    title: 'PDF de uma NF-e por um endereço assinado',
    perMinute: 60,
    input: { type: 'object', properties: { token: { type: 'string', maxLength: 2000 } }, required: ['token'] },
    output: { type: 'string', format: 'binary', description: 'PDF' },
    messages: ['nfe.link-expired'],
    async run({ input: { token }, database, offers, writing }) {
      const link = openPaperLink(ground, token)
      const reader = issuedInvoices.of({ offers })
      if (!link || !reader) throw new ApiError(404, 'nfe.link-expired')
      writing.service.quotas?.spend('documents', { userId: 0, storeId: link.lojaId, zone: link.zone })
      const draw = await database.read({ stores: [link.lojaId] }, q => reads[link.kind](reader, q, link))
      const paper = await draw()
      if (!paper) throw new ApiError(404, 'nfe.link-expired')
      return new OperationReply(paper.bytes, {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${paper.name}"`,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
      })
    },
  })

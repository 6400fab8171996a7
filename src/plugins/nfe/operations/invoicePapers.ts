import { type InvoiceReader, issuedInvoices } from '../../../domain/fiscal/public.ts'
import {
  ApiError,
  inputOfStore,
  objectOf,
  openOperation,
  operation,
  type PluginContext,
  type Queries,
  requireStore,
} from '../../../server/plugin.ts'
import { openPaperLink, type PaperKind, type PaperLink, paperAddress } from '../paper/paperLink.ts'
import { drawingRefusals, drawnPaper, paperReply } from '../printing/drawnPaper.ts'
import type { WantedPaper } from '../printing/paperWork.ts'

type Context = Pick<PluginContext, 'dataDir'>

type Link = Omit<PaperLink, 'until'>

/** The readers of the sources of each paper; undefined where there is none. */
const reads: Readonly<Record<PaperKind, (reader: InvoiceReader, q: Queries, link: Link) => Promise<WantedPaper | undefined>>> = {
  async danfe(reader, q, { lojaId, nfeId }) {
    const { note } = await reader.read(q, lojaId, nfeId)
    return note === undefined ? undefined : { of: 'note', note }
  },
  async cancelamento(reader, q, { lojaId, nfeId }) {
    const { note, cancellation } = await reader.read(q, lojaId, nfeId)
    return note === undefined || cancellation === undefined ? undefined : { of: 'note', note, cancellation }
  },
  async correcao(reader, q, { lojaId, nfeId }) {
    const { note, correction } = await reader.read(q, lojaId, nfeId)
    return note === undefined || correction === undefined ? undefined : { of: 'correction', note, correction }
  },
  async espelho(reader, q, { lojaId, nfeId, zone }) {
    return { of: 'note', note: await reader.mirror(q, lojaId, nfeId, zone) }
  },
}

/** A call that gives the address of a paper: it says at once where there is none. */
function addressCall(
  context: Context,
  kind: PaperKind,
  path: `NFe_emissaos/urlDanfe${'' | 'Cancelada' | 'Cce'}` | 'Sefaz/nfeDanfeSemValidade',
  title: string,
  messages: readonly string[],
) {
  return operation({
    method: kind === 'espelho' ? 'POST' : 'GET',
    path,
    title,
    gate: kind === 'espelho' ? 'estoque_ver' : 'estoque_ver || contador_ver',
    standsAlone: true,
    input: inputOfStore({ nfeId: { type: 'integer' } }),
    output: objectOf({ url: { type: 'string', description: 'Abre o PDF sem cabeçalhos, por 10 minutos' } }),
    spends: 'documents',
    messages: [...messages, ...drawingRefusals],
    async run({ caller, input: { nfeId }, database, offers, signal }) {
      const link = { lojaId: requireStore(caller), nfeId, kind, zone: caller.zone }
      const reader = issuedInvoices.of({ offers })
      const wanted = reader && (await database.read({ stores: [link.lojaId] }, q => reads[kind](reader, q, link)))
      if (!wanted || !(await drawnPaper(wanted, { lojaId: link.lojaId, signal }))) throw new ApiError(404, 'nfce.xml-missing')
      return { url: paperAddress(context, link) }
    },
  })
}

/** The calls that give addresses of papers. */
export const invoicePaperCalls = (context: Context) => [
  addressCall(context, 'danfe', 'NFe_emissaos/urlDanfe', 'Endereço do DANFE de uma NF-e', ['nfce.xml-missing']),
  addressCall(context, 'cancelamento', 'NFe_emissaos/urlDanfeCancelada', 'Endereço do DANFE de uma NF-e cancelada', [
    'nfce.xml-missing',
  ]),
  addressCall(context, 'correcao', 'NFe_emissaos/urlDanfeCce', 'Endereço do PDF da carta de correção', ['nfce.xml-missing']),
  addressCall(context, 'espelho', 'Sefaz/nfeDanfeSemValidade', 'Endereço do espelho de uma NF-e em digitação', [
    'not-found',
    'nfe.is-voiding',
    'nfe.issued-before',
    'nfe.items-missing',
    'nfe.store-incomplete',
  ]),
]

/** Opens one paper by its address. */
export const openInvoicePaper = (context: Context) =>
  openOperation({
    method: 'GET',
    path: 'NFe_emissaos/pdf',
    title: 'PDF de uma NF-e por um endereço assinado',
    perMinute: 60,
    input: objectOf({ token: { type: 'string', maxLength: 2000 } }),
    output: { type: 'string', format: 'binary', description: 'PDF' },
    messages: ['nfe.link-expired', ...drawingRefusals],
    async run({ input: { token }, database, offers, signal, writing }) {
      const link = openPaperLink(context, token)
      const reader = issuedInvoices.of({ offers })
      if (!link || !reader) throw new ApiError(404, 'nfe.link-expired')
      writing.service.quotas?.spend('documents', { userId: 0, storeId: link.lojaId, zone: link.zone })
      const wanted = await database.read({ stores: [link.lojaId] }, q => reads[link.kind](reader, q, link))
      const paper = wanted && (await drawnPaper(wanted, { lojaId: link.lojaId, signal }))
      if (!paper) throw new ApiError(404, 'nfe.link-expired')
      return paperReply(paper, { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    },
  })

import { invoiceProblems, writeNote } from '../../../domain/fiscal/core/public.ts'
import type { InvoiceReader, StoredText } from '../../../domain/fiscal/public.ts'
import { ApiError, type Queries } from '../../../server/plugin.ts'
import { storedXml } from '../transmission/storedXml.ts'
import type { TransmissionKind } from '../transmission/transmissions.ts'
import { holdInvoice, readInvoice } from './readInvoice.ts'
import { toldNote } from './storeInvoice.ts'

/** Papers and mails of outgoing invoices are made of these. */
export const invoiceDocuments: InvoiceReader = {
  async read(q, lojaId, nfeId) {
    const of = (tipo: TransmissionKind): Promise<StoredText | undefined> => documentOf(q, lojaId, nfeId, tipo)
    return { note: await of('NOTA'), cancellation: await of('CANCELAMENTO'), correction: await of('CORRECAO') }
  },
  xml: (q, lojaId, nfeId) => storedXml(q, lojaId, nfeId, 'NOTA', 'NFe_emissaos'),
  async mirror(q, lojaId, nfeId, zone) {
    const held = await holdInvoice(q, lojaId, nfeId, false)
    if (held.inutilizacao) throw new ApiError(400, 'nfe.is-voiding')
    if (held.situacao !== 'DIGITACAO') throw new ApiError(400, 'nfe.issued-before')
    const { draft, store } = await readInvoice(q, lojaId, held, zone)
    // A draft without buyer or payment shows as it is; without a store and items there is no paper.
    const problem = invoiceProblems(draft).find(({ code }) => code === 'nfe.store-incomplete' || code === 'nfe.items-missing')
    if (problem) throw new ApiError(400, problem.code, problem.params)
    return writeNote(await toldNote(q, { ...draft, loja: { ...store, ambiente_fiscal: held.ambiente } })).text
  },
}

async function documentOf(q: Queries, lojaId: number, nfeId: number, tipo: TransmissionKind): Promise<StoredText | undefined> {
  return (await storedXml(q, lojaId, nfeId, tipo, 'NFe_emissaos'))?.text
}

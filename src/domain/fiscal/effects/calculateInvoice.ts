import { recordsIn } from '../../../base/record.ts'
import { type Effect, requireStore, validationError } from '../../../server/domain.ts'
import { contextOf, draftDay, draftText, excessOf, isBlank, numberIn, stays } from '../core/public.ts'
import { fillFromProducts } from '../drafts/fillFromProducts.ts'
import { mergeDraftRows } from '../drafts/mergeDraftRows.ts'
import { readInvoiceContext } from '../drafts/readInvoiceContext.ts'
import { workOutDraft } from '../drafts/workOutDraft.ts'
import { refuseExcessReturn } from '../fromSale/refuseExcessReturn.ts'

/** The taxes of an outgoing invoice are the server's: what a browser worked out meanwhile does not count, unless the invoice is worked out by hand. */
export const calculateInvoice: Effect = {
  async before({ before, body, work }) {
    const lojaId = requireStore(work.caller)
    const rows = mergeDraftRows(body.itens, recordsIn(before?.itens))
    if (!rows) return undefined
    const record = { ...before, ...body }
    if (record.inutilizacao === true) return undefined
    await refuseExcessReturn(work.q, lojaId, numberIn(before?.id), numberIn(record.finalidade) === 4 ? rows : [])
    const day = draftDay(record, work.caller.zone)
    const context = await readInvoiceContext(work.q, lojaId, numberIn(record.destinatarioId), day)
    await fillFromProducts(work.q, lojaId, rows, { context: contextOf(record, context), day })
    for (const row of rows.filter(stays))
      if (isBlank(row.cred_sn_alq) && context.regime !== 3) row.cred_sn_alq = context.cred_sn_alq
    const named = mergeDraftRows(body.chaves, recordsIn(before?.chaves)) ?? recordsIn(before?.chaves)
    const keys = named.filter(stays).map(({ chave }) => draftText(chave))
    const worked = await workOutDraft(work.q, { lojaId, record, rows, keys, context, zone: work.caller.zone })
    const excess = excessOf(worked.totals)
    if (excess) throw validationError([{ path: excess, code: 'nfe.too-large' }])
    if (worked.rows.length > 0) body.itens = worked.rows
    const { total_desconto, total_frete, total_seguro, total_outro, ...kept } = worked.totals
    // By hand, what is given off or added stands at the items; else the amounts of the whole invoice are what somebody typed.
    if (record.calculo_manual === true) Object.assign(body, { total_desconto, total_frete, total_seguro, total_outro })
    return kept
  },
}

import { dayOf } from '../../../base/dates.ts'
import {
  ApiError,
  type NumbersOf,
  operation,
  type Queries,
  type RowOf,
  requireStore,
  runWrite,
  saveOneRecord,
  tableOf,
} from '../../../server/domain.ts'
import { betweenStates, type InvoiceContext, type NoteSource, operationOf, saleDraft } from '../core/public.ts'
import { readInvoiceContext } from '../drafts/readInvoiceContext.ts'
import { holdSource } from '../fromSale/holdSource.ts'
import { pricePaid } from '../fromSale/pricePaid.ts'
import { readNoteSource } from '../fromSale/readNoteSource.ts'
import { readStoreText } from '../fromSale/readStoreText.ts'
import { draftOutput, type MadeDraft, madeDraft, sourceMessages, sourceProperties } from './sourceInput.ts'

/**
 * Makes the draft of the invoice of a sale: with items, prices, payments; where a consumer's note told the sale, with its key and CFOP 5929. A sale
 * has one invoice: asked again, the draft that is there gets the recipient.
 */
export const invoiceSale = operation({
  method: 'POST',
  path: 'NFe_emissaos/deVenda',
  title: 'Gerar a NF-e de uma venda ou NFC-e',
  gate: 'estoque_ver && pdv_relatorios',
  input: {
    type: 'object',
    properties: { ...sourceProperties, destinatarioId: { type: 'integer' } },
    required: ['destinatarioId'],
  },
  output: draftOutput,
  messages: [...sourceMessages, 'nfe.sale-invoiced', 'nfe.nothing-invoiced'],
  async run({ model, caller, input, writing }): Promise<MadeDraft> {
    const lojaId = requireStore(caller)
    const table = tableOf(model, 'NFe_emissaos')
    const { destinatarioId } = input
    const day = dayOf(new Date().toISOString(), caller.zone)
    return runWrite(writing, table.register, async work => {
      await holdSource(work.q, lojaId, input)
      const source = await readNoteSource(work.q, lojaId, input)
      if (source.linhas.length === 0) throw new ApiError(400, 'nfe.nothing-invoiced')
      const standing = await invoiceOf(work.q, lojaId, source.movimentoId ?? 0)
      if (standing && standing.situacao !== 'DIGITACAO')
        throw new ApiError(400, 'nfe.sale-invoiced', { numero: standing.numero ?? '' })
      const context = await readInvoiceContext(work.q, lojaId, destinatarioId, day)
      const operacao = source.presenca === 1 ? 1 : operationOf(context)
      const rated = operacao === 2 && !source.nota ? ratedBetween(source, context) : source
      const body = standing
        ? { id: standing.id, destinatarioId }
        : {
            ...saleDraft(await pricePaid(work.q, rated, { lojaId, destinatarioId, day }), {
              destinatarioId,
              texto: await readStoreText(work.q, lojaId),
              operacao,
            }),
            movimentoId: source.movimentoId,
          }
      const saved = await saveOneRecord(body, table, { ...work, byServer: true })
      return madeDraft(saved)
    })
  },
})

/** Returns a sale as it leaves for another state: with the rate between the two, where no note told it yet. */
const ratedBetween = (source: NoteSource, context: InvoiceContext): NoteSource => ({
  ...source,
  linhas: source.linhas.map(line => ({ ...line, dados: { ...line.dados, ...betweenStates(line.dados, context) } })),
})

/** The invoice of a sale that stands. */
async function invoiceOf(q: Queries, lojaId: number, movimentoId: number) {
  const { rows } = await q.query<NumbersOf<'NFe_emissaos', 'id' | 'numero'> & RowOf<'NFe_emissaos', 'situacao'>>(
    `SELECT id::float8, situacao, numero::int FROM "NFe_emissaos" WHERE "lojaId" = $1 AND "movimentoId" = $2 AND finalidade = 1
       AND situacao IN ('DIGITACAO', 'PROCESSAMENTO', 'AUTORIZADA') ORDER BY situacao = 'DIGITACAO', id DESC LIMIT 1`,
    [lojaId, movimentoId],
  )
  return rows[0]
}

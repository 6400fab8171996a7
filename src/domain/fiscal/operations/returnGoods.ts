import {
  ApiError,
  type NumbersOf,
  objectOf,
  operation,
  type Queries,
  requireStore,
  runWrite,
  saveOneRecord,
  tableOf,
} from '../../../server/domain.ts'
import { type NoteSource, returnDraft } from '../core/public.ts'
import { holdSource } from '../fromSale/holdSource.ts'
import { readNoteSource } from '../fromSale/readNoteSource.ts'
import { readStoreText } from '../fromSale/readStoreText.ts'
import { readOperations } from '../rates/readOperations.ts'
import { draftOutput, type MadeDraft, madeDraft, returnedProperties, sourceMessages } from './sourceInput.ts'

/** Makes the draft of the note by which goods of a sale come back, whole or in part: by the note of the sale, consumer's or invoice. */
export const returnGoods = operation({
  method: 'POST',
  path: 'NFe_emissaos/devolucao',
  title: 'Gerar a NF-e de devolução de uma venda, NFC-e ou NF-e',
  gate: 'estoque_ver && pdv_relatorios',
  input: {
    type: 'object',
    properties: {
      ...returnedProperties,
      destinatarioId: { type: 'integer' },
      volta_estoque: {
        type: ['boolean', 'null'],
        description: 'Com a autorização o que voltou entra no estoque; assim é, se não for dito',
      },
      reembolso: {
        type: ['string', 'null'],
        enum: ['A_PAGAR', 'PAGO', 'NENHUM', null],
        description: 'Com a autorização o total da nota vira conta: a pagar, ou já paga',
      },
      reembolso_classificacaoId: { type: ['integer', 'null'] },
      reembolso_centroCustoId: { type: ['integer', 'null'] },
      itens: {
        type: ['array', 'null'],
        maxItems: 990,
        items: objectOf({
          item: { type: 'integer', minimum: 1, maximum: 990 },
          quantidade: { type: ['number', 'null'], minimum: 0, maximum: 9999999999 },
        }),
      },
    },
    required: ['destinatarioId'],
  },
  output: draftOutput,
  messages: [
    ...sourceMessages,
    ...['return-without-note', 'nothing-returned', 'return-excess', 'not-returnable'].map(code => `nfe.${code}`),
  ],
  async run({ model, caller, input, writing }): Promise<MadeDraft> {
    const lojaId = requireStore(caller)
    const table = tableOf(model, 'NFe_emissaos')
    const { destinatarioId } = input
    return runWrite(writing, table.register, async work => {
      await holdSource(work.q, lojaId, input)
      const source = await noteOf(work.q, lojaId, await readNoteSource(work.q, lojaId, input))
      const left = source.linhas.map(({ item, quantidade, devolvida }) => ({
        item,
        quantidade: Number((quantidade - devolvida).toFixed(4)),
      }))
      const asked = input.itens?.map(({ item, quantidade }) => ({ item, quantidade: quantidade ?? 0 })) ?? left
      const returned = asked.filter(({ quantidade }) => quantidade > 0)
      if (returned.length === 0) throw new ApiError(400, 'nfe.nothing-returned')
      const wish = { destinatarioId, texto: await readStoreText(work.q, lojaId) }
      const operations = await readOperations(work.q, lojaId)
      const { volta_estoque, reembolso, reembolso_classificacaoId, reembolso_centroCustoId } = input
      const body = {
        ...returnDraft(source, returned, wish, operations),
        movimentoId: source.movimentoId,
        volta_estoque: volta_estoque ?? true,
        reembolso: reembolso ?? 'NENHUM',
        reembolso_classificacaoId: reembolso_classificacaoId ?? null,
        reembolso_centroCustoId: reembolso_centroCustoId ?? null,
      }
      const saved = await saveOneRecord(body, table, { ...work, byServer: true })
      return madeDraft(saved)
    })
  },
})

/** A sale without a consumer's note may have an invoice, by which its goods come back. @throws ApiError where it has neither */
async function noteOf(q: Queries, lojaId: number, source: NoteSource): Promise<NoteSource> {
  if (source.nota) return source
  const { rows } = await q.query<NumbersOf<'NFe_emissaos', 'id'>>(
    `SELECT id::float8 FROM "NFe_emissaos" WHERE "lojaId" = $1 AND "movimentoId" = $2 AND finalidade = 1 AND situacao = 'AUTORIZADA' ORDER BY id DESC LIMIT 1`,
    [lojaId, source.movimentoId],
  )
  if (!rows[0]) throw new ApiError(400, 'nfe.return-without-note')
  return readNoteSource(q, lojaId, { nfeId: rows[0].id })
}

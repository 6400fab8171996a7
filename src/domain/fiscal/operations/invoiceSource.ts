import { operation, type Queries, type RowOf, requireStore } from '../../../server/domain.ts'
import { readNoteSource } from '../fromSale/readNoteSource.ts'
import { returnedProperties, sourceMessages } from './sourceInput.ts'

/** The last return's choice for the money, proposed for the next one. */
const lastRefund = {
  reembolso: { type: ['string', 'null'], description: 'Como na última devolução' },
  reembolso_classificacaoId: { type: ['integer', 'null'] },
  reembolso_centroCustoId: { type: ['integer', 'null'] },
}

type LastRefund = RowOf<'NFe_emissaos', keyof typeof lastRefund>

async function readLastRefund(q: Queries, lojaId: number) {
  const { rows } = await q.query<LastRefund>(
    `SELECT reembolso, "reembolso_classificacaoId", "reembolso_centroCustoId" FROM "NFe_emissaos"
     WHERE "lojaId" = $1 AND finalidade = 4 AND tipo_doc = 0 AND reembolso IS NOT NULL ORDER BY id DESC LIMIT 1`,
    [lojaId],
  )
  const [last] = rows
  const numberOf = (id: string | null | undefined): number | null => (id ? Number(id) : null)
  return {
    reembolso: last?.reembolso ?? null,
    reembolso_classificacaoId: numberOf(last?.reembolso_classificacaoId),
    reembolso_centroCustoId: numberOf(last?.reembolso_centroCustoId),
  }
}

/** Of what an invoice or a return would be made: to whom it goes, and what of each item has not come back yet. */
export const invoiceSource = operation({
  method: 'GET',
  path: 'NFe_emissaos/origem',
  title: 'O que uma NF-e ou devolução de uma venda, NFC-e ou NF-e diria',
  gate: 'estoque_ver && pdv_relatorios',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      movimentoId: { type: 'integer', description: 'A venda' },
      nfceId: { type: 'integer', description: 'A NFC-e da venda' },
      nfeId: { type: 'integer', description: returnedProperties.nfeId.description },
    },
  },
  output: {
    type: 'object',
    properties: {
      destinatarioId: { type: ['integer', 'null'] },
      ...lastRefund,
      itens: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            item: { type: 'integer' },
            descricao: { type: 'string' },
            vendida: { type: 'number' },
            devolvida: { type: 'number' },
            quantidade: { type: 'number', description: 'O que ainda não voltou' },
          },
        },
      },
    },
  },
  messages: [...sourceMessages, 'nfe.not-returnable'],
  async run({ database, caller, input }) {
    const lojaId = requireStore(caller)
    const { source, refund } = await database.read({ stores: [lojaId] }, async q => ({
      source: await readNoteSource(q, lojaId, input),
      refund: await readLastRefund(q, lojaId),
    }))
    return {
      ...refund,
      destinatarioId: source.destinatarioId,
      itens: source.linhas.map(({ item, dados, quantidade, devolvida }) => ({
        item,
        descricao: String(dados.descricao ?? ''),
        vendida: quantidade,
        devolvida,
        quantidade: Math.max(Number((quantidade - devolvida).toFixed(4)), 0),
      })),
    }
  },
})

import { operation, requireStore } from '../../../server/domain.ts'
import { readNoteSource } from '../fromSale/readNoteSource.ts'
import { returnedProperties, sourceMessages } from './sourceInput.ts'

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
    const source = await database.read({ stores: [lojaId] }, q => readNoteSource(q, lojaId, input))
    return {
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

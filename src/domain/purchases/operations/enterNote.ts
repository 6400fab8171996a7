import { inTransaction, OperationReply, operation, readForCaller, requireStore, tableOf } from '../../../server/domain.ts'
import { passEntryPoint } from '../receiving/crashPoints.ts'
import { enterReceivedNote } from '../receiving/enterReceivedNote.ts'

const id = { type: ['integer', 'null'] }
const amount = { type: 'number' }
const code = { type: ['string', 'null'], maxLength: 4 }

/** The input of an entry, and of its correction. */
export const entryProperties = {
  lojaId: { type: 'integer' },
  id: { type: 'integer' },
  version: { type: 'integer', description: 'A versão que quem salva viu; outra é recusada' },
  classificacaoId: id,
  centroCustoId: id,
  itens: {
    type: 'array',
    maxItems: 990,
    description: 'O que muda nos itens; sem eles vale o que está salvo',
    items: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        produtoId: id,
        fator: amount,
        venda: { type: ['number', 'null'] },
        margem: { type: ['number', 'null'], description: 'Sobre o custo, em %: dá o preço onde venda não vem' },
        CFOP_entrada: code,
        CST_entrada: code,
        CSTPIS_entrada: code,
        CSTCOFINS_entrada: code,
      },
      required: ['id'],
    },
  },
  contas: {
    type: 'array',
    maxItems: 120,
    description: 'Os pagamentos; sem eles valem os que estão salvos',
    items: {
      type: 'object',
      properties: {
        vencimento: { type: 'string', maxLength: 10 },
        valor: amount,
        classificacaoId: id,
        centroCustoId: id,
        observacao: { type: ['string', 'null'], maxLength: 2000 },
      },
      required: ['vencimento', 'valor'],
    },
  },
}

/** The note as an entry leaves it. */
export const entryOutput = {
  type: 'object',
  description: 'A nota como ela está agora, com itens e contas',
  properties: {
    id: { type: 'integer' },
    version: { type: 'integer' },
    entrada: { type: 'boolean' },
    entrada_em: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'version', 'entrada', 'entrada_em'],
}

/** Enters a supplier's note: stock, costs, prices, bills and what its codes mean, all of it or nothing, and once. */
export const enterNote = operation({
  method: 'POST',
  path: 'nfes/entrada',
  title: 'Dar entrada em uma NF-e recebida',
  gate: 'estoque_ver',
  input: {
    type: 'object',
    properties: { ...entryProperties, pedidoId: { ...id, description: 'O pedido de compra que a nota entrega' } },
    required: ['id'],
  },
  output: entryOutput,
  largest: 2_000_000,
  messages: [
    'not-found',
    ...[
      'entered-already',
      'xml-missing',
      'cancelled',
      'homologation',
      'doubtful',
      'changed-meanwhile',
      'item-unknown',
      'product-missing',
      'factor-range',
      'price-range',
      'margin-required',
      'payments-total',
      'payments-bill',
      'payments-advance',
      'order-unfit',
      'cfop-unknown',
      'payment-range',
      'due-date',
      'classification',
      'cost-centre',
    ].map(name => `received.${name}`),
  ],
  async run({ model, caller, input, database, writing }) {
    const lojaId = requireStore(caller)
    await inTransaction(writing, tableOf(model, 'nfes').register, work => enterReceivedNote(lojaId, input, work))
    passEntryPoint('entry-stands')
    return new OperationReply(
      await database.read({ stores: [lojaId] }, q => readForCaller(q, { model, caller }, 'nfes', input.id)),
      {},
    )
  },
})

import { membersOf } from '../../../base/record.ts'
import { ApiError, inputOfStore, operation } from '../../../server/domain.ts'
import { MOST_LINES, MOST_RECEIPTS } from '../intake/checkSale.ts'
import { receiveSales, type SaleOutcome } from '../intake/receiveSales.ts'
import { saleDocument } from '../intake/saleDocument.ts'
import {
  type Body,
  type Intake,
  intakeMessages,
  outcomeSchema,
  outcomesSchema,
  rowsIn,
  takeIn,
  tellMany,
  tellOne,
} from './takeIn.ts'

/** Points of sale send what was sold under the account of somebody who works at them. */
const gate = 'caixa_operar || pdv_abrir_comanda'

const MOST_SALES = 1000
/** Lines and receipts of all sales of a batch. */
const MOST_ROWS = 20_000

const sales: Intake<SaleOutcome> = {
  register: 'Movimentos',
  lists: ['produtos', 'recebimentos'],
  receive: (bodies, lojaId, q, model) => receiveSales(bodies, lojaId, model, q),
}

const sale = saleDocument({ lines: MOST_LINES, receipts: MOST_RECEIPTS })

const outcome = outcomeSchema(
  { chave: { type: ['string', 'null'], description: 'Como o equipamento chama a venda' } },
  'já estava assim, ou o que está é mais novo',
)

const messages = intakeMessages(
  'sale',
  ...['key-required', 'key-invalid', 'field-choice', 'place-twice', 'archived'],
  ...['without-lines', 'with-lines', 'batch-lines', 'line-gross', 'line-final', 'line-discount'],
  ...['discount', 'service', 'gross', 'final', 'receipts'],
)

function demandRoom(bodies: readonly Body[]): void {
  const count = rowsIn(bodies, sales.lists)
  const params = { count, max: MOST_ROWS }
  if (count > MOST_ROWS)
    throw new ApiError(422, 'sale.batch-lines', params, [{ path: 'movimentos', code: 'sale.batch-lines', params }])
}

/** One sale, new or again. */
export const saveSale = operation({
  method: 'POST',
  path: 'Movimentos/save',
  title: 'Receber uma venda de um ponto de venda, ou o que mudou nela',
  gate,
  cleansTexts: true,
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      equipamentoId: { type: 'integer' },
      chave: { type: 'string', description: 'Como o equipamento chama a venda; sem ela valem nsp e mov, ou contador' },
      produtos: { type: 'array', items: { type: 'object' }, description: 'No máximo 1.000' },
      recebimentos: { type: 'array', items: { type: 'object' }, description: 'No máximo 100' },
    },
  },
  documented: sale,
  output: outcome,
  messages,
  run: async running => tellOne(await takeIn(sales, [running.input], running)),
})

/**
 * Up to 1,000 sales of 20,000 lines and receipts; those that are wrong are told and keep none of the others from arriving. Of what is
 * wrong a reply tells the first problems, and of each sale at least one.
 */
export const saveSales = operation({
  method: 'POST',
  path: 'Movimentos/lote',
  title: 'Receber até 1.000 vendas de um ponto de venda',
  gate,
  largest: 8 * 1024 * 1024,
  cleansTexts: true,
  input: inputOfStore({
    movimentos: {
      type: 'array',
      maxItems: MOST_SALES,
      description: 'Vendas como em Movimentos/save; ao todo no máximo 20.000 produtos e recebimentos',
    },
  }),
  documented: inputOfStore({
    movimentos: {
      type: 'array',
      items: sale,
      maxItems: MOST_SALES,
      description: 'Ao todo no máximo 20.000 produtos e recebimentos',
    },
  }),
  output: outcomesSchema(outcome),
  messages,
  async run(running) {
    const bodies = running.input.movimentos.map(membersOf)
    demandRoom(bodies)
    return tellMany(await takeIn(sales, bodies, running), running.model)
  },
})

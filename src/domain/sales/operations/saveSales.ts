import { createProblemBudget } from '../../../model/firstProblems.ts'
import { formatProblem } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import { ApiError, inTransaction, type OperationContext, operation, requireStore, tableOf } from '../../../server/domain.ts'
import { receiveSales, type SaleOutcome } from '../intake/receiveSales.ts'

type Body = Readonly<Record<string, unknown>>

/** Points of sale send what was sold under the account of somebody who works at them. */
const gate = 'caixa_operar || pdv_abrir_comanda'

const MOST_SALES = 1000
/** Lines and receipts of all sales of a batch. */
const MOST_ROWS = 20_000

const outcome = {
  type: 'object',
  properties: {
    chave: { type: ['string', 'null'], description: 'Como o equipamento chama a venda' },
    status: {
      enum: ['created', 'changed', 'unchanged', 'refused'],
      description: 'unchanged: já estava assim, ou o que está é mais novo',
    },
    id: { type: 'integer' },
    details: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } } },
    },
  },
  required: ['chave', 'status'],
}

const messages = [
  ...[
    'key-required',
    'key-invalid',
    'field-required',
    'field-invalid',
    'field-range',
    'field-decimals',
    'field-too-long',
    'field-choice',
  ],
  ...[
    'moment-invalid',
    'moment-range',
    'moment-order',
    'too-many',
    'place-twice',
    'without-lines',
    'with-lines',
    'batch-lines',
    'line-gross',
    'line-final',
  ],
  ...['line-discount', 'discount', 'service', 'gross', 'final', 'receipts', 'unknown', 'twice', 'other-store', 'archived'],
]
  .map(code => `sale.${code}`)
  .concat('more-problems')

/** Writes the sales in one transaction, and tells browsers of the store that there are new ones. */
async function take(bodies: readonly Body[], { model, caller, writing }: OperationContext<unknown>): Promise<SaleOutcome[]> {
  const lojaId = requireStore(caller)
  const register = movements(model)
  return inTransaction(writing, register, async work => {
    const outcomes = await receiveSales(bodies, lojaId, model, work.q)
    for (const { id, status } of outcomes)
      if (id !== undefined && status !== 'unchanged') work.changes.push({ register, lojaId, id: String(id), as: status === 'created' ? 'made' : undefined })
    const fresh = bodies.filter((_, at) => outcomes[at]?.status === 'created')
    work.service.quotas?.spend('rows', caller, fresh.length + rowsOf(fresh))
    return outcomes
  })
}

const movements = (model: Model) => tableOf(model, 'Movimentos').register

/** Returns the reply about sales: of each that was refused the first problem, of the first ones more. */
function tell(outcomes: readonly SaleOutcome[], model: Model) {
  const budget = createProblemBudget()
  return outcomes.map(({ problems, ...outcome }) => ({
    ...outcome,
    ...(problems
      ? { details: budget(problems).map(one => ({ path: one.path, code: one.code, message: formatProblem(model, one) })) }
      : {}),
  }))
}

/** How many lines and receipts sales have. */
function rowsOf(bodies: readonly Body[]): number {
  const rows = (list: unknown): number => (Array.isArray(list) ? list.length : 0)
  return bodies.reduce((sum, body) => sum + rows(body.produtos) + rows(body.recebimentos), 0)
}

function demandRoom(bodies: readonly Body[]): void {
  const count = rowsOf(bodies)
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
  output: outcome,
  messages,
  async run(running) {
    const [done] = await take([running.input], running)
    const [told] = done ? tell([done], running.model) : []
    if (!done || !told) throw new Error('No outcome')
    if (done.status !== 'refused') return told
    const [first, ...others] = done.problems ?? []
    throw new ApiError(422, first?.code ?? 'validation', first?.params, first ? [first, ...others] : [])
  },
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
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      movimentos: {
        type: 'array',
        items: { type: 'object' },
        maxItems: MOST_SALES,
        description: 'Vendas como em Movimentos/save; ao todo no máximo 20.000 produtos e recebimentos',
      },
    },
    required: ['movimentos'],
  },
  output: {
    type: 'object',
    properties: {
      resultados: { type: 'array', items: outcome, description: 'Na ordem do envio' },
      recebidos: { type: 'integer' },
      repetidos: { type: 'integer' },
      recusados: { type: 'integer' },
    },
    required: ['resultados', 'recebidos', 'repetidos', 'recusados'],
  },
  messages,
  async run(running) {
    demandRoom(running.input.movimentos)
    const resultados = await take(running.input.movimentos, running)
    const count = (...wanted: SaleOutcome['status'][]): number =>
      resultados.filter(({ status }) => wanted.includes(status)).length
    return {
      resultados: tell(resultados, running.model),
      recebidos: count('created', 'changed'),
      repetidos: count('unchanged'),
      recusados: count('refused'),
    }
  },
})

import { gateAllows } from '../../../model/access/gate.ts'
import { createProblemBudget } from '../../../model/firstProblems.ts'
import { formatProblem } from '../../../model/formatMessage.ts'
import {
  ApiError,
  inTransaction,
  type OperationContext,
  OperationReply,
  operation,
  requireStore,
  runWrite,
  saveRecords,
  tableOf,
} from '../../../server/domain.ts'
import { receiveSessions, type SessionOutcome } from '../cash/receiveSessions.ts'

type Body = Readonly<Record<string, unknown>>

/** Points of sale send their sessions under the account of somebody who works at them. */
const intake = 'caixa_operar'

const MOST_SESSIONS = 1000

const outcome = {
  type: 'object',
  properties: {
    equipamentoId: { type: ['integer', 'null'] },
    abertura: { type: ['integer', 'null'] },
    status: {
      enum: ['created', 'changed', 'unchanged', 'refused'],
      description: 'unchanged: já estava assim, ou já foi conferido',
    },
    id: { type: 'integer' },
    details: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } } },
    },
  },
  required: ['equipamentoId', 'abertura', 'status'],
}

const messages = [
  ...['field-required', 'field-invalid', 'field-range', 'field-decimals', 'field-too-long', 'moment-invalid', 'moment-range'],
  ...['moment-order', 'too-many', 'currency-twice', 'unknown', 'twice', 'other-store'],
]
  .map(code => `cash.${code}`)
  .concat('more-problems')

async function take(bodies: readonly Body[], { model, caller, writing }: OperationContext<unknown>): Promise<SessionOutcome[]> {
  const lojaId = requireStore(caller)
  const { register } = tableOf(model, 'caixas')
  return inTransaction(writing, register, async work => {
    const outcomes = await receiveSessions(bodies, lojaId, work.q)
    for (const { id, status } of outcomes)
      if (id !== undefined && status !== 'unchanged') work.changes.push({ register, lojaId, id: String(id), as: status === 'created' ? 'made' : undefined })
    const fresh = bodies.filter((_, at) => outcomes[at]?.status === 'created')
    const rows = fresh.reduce((sum, { valores }) => sum + 1 + (Array.isArray(valores) ? valores.length : 0), 0)
    work.service.quotas?.spend('rows', caller, rows)
    return outcomes
  })
}

/** One cash session of a point of sale, new or again; with the key of a record it is somebody's correction, saved as any record is. */
export const saveSession = operation({
  method: 'POST',
  path: 'caixas/save',
  title: 'Receber uma sessão de caixa de um ponto de venda, ou o que mudou nela',
  gate: `${intake} || caixa_conferir`,
  cleansTexts: true,
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      id: { description: 'O caixa que alguém corrige; sem ele é o envio de um ponto de venda' },
      equipamentoId: { type: ['integer', 'null'] },
      abertura: {
        type: ['integer', 'null'],
        description: 'O número da sessão no equipamento; com ele, enviar de novo não repete',
      },
      valores: {
        type: 'array',
        items: { type: 'object' },
        description: 'Por moeda: moedaId, valor_contabilizado, valor_informado',
      },
    },
  },
  output: { type: 'object', properties: outcome.properties, description: 'O que foi feito do envio, ou o caixa corrigido' },
  messages,
  async run(running) {
    const { input, model, caller, writing } = running
    if (input.id !== undefined && input.id !== null) {
      const table = tableOf(model, 'caixas')
      const [saved] = await runWrite(writing, table.register, work => saveRecords([input], table, work, false))
      return new OperationReply(saved, {})
    }
    if (!gateAllows(intake, caller.permission)) throw new ApiError(403, 'forbidden')
    const [done] = await take([input], running)
    if (!done) throw new Error('No outcome')
    const { problems, ...told } = done
    if (done.status !== 'refused') return told
    const [first, ...others] = problems ?? []
    throw new ApiError(422, first?.code ?? 'validation', first?.params, first ? [first, ...others] : [])
  },
})

/** Up to 1,000 cash sessions; those that are wrong are told and keep none of the others from arriving. */
export const saveSessions = operation({
  method: 'POST',
  path: 'caixas/lote',
  title: 'Receber até 1.000 sessões de caixa de pontos de venda',
  gate: intake,
  cleansTexts: true,
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      caixas: { type: 'array', items: { type: 'object' }, maxItems: MOST_SESSIONS, description: 'Sessões como em caixas/save' },
    },
    required: ['caixas'],
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
    const outcomes = await take(running.input.caixas, running)
    const count = (...wanted: SessionOutcome['status'][]): number =>
      outcomes.filter(({ status }) => wanted.includes(status)).length
    const budget = createProblemBudget()
    return {
      resultados: outcomes.map(({ problems, ...told }) => ({
        ...told,
        ...(problems
          ? {
              details: budget(problems).map(one => ({
                path: one.path,
                code: one.code,
                message: formatProblem(running.model, one),
              })),
            }
          : {}),
      })),
      recebidos: count('created', 'changed'),
      repetidos: count('unchanged'),
      recusados: count('refused'),
    }
  },
})

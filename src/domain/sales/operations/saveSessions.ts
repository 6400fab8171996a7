import { membersOf } from '../../../base/record.ts'
import { gateAllows } from '../../../model/access/gate.ts'
import {
  ApiError,
  inputOfStore,
  OperationReply,
  operation,
  runWrite,
  saveOneRecord,
  type Table,
  tableOf,
} from '../../../server/domain.ts'
import { receiveSessions, type SessionOutcome } from '../cash/receiveSessions.ts'
import { type Intake, intakeMessages, outcomeSchema, outcomesSchema, takeIn, tellMany, tellOne } from './takeIn.ts'

/** Points of sale send their sessions under the account of somebody who works at them. */
const intake = 'caixa_operar'

const MOST_SESSIONS = 1000

const sessions: Intake<SessionOutcome> = { register: 'caixas', lists: ['valores'], receive: receiveSessions }

const outcome = outcomeSchema(
  { equipamentoId: { type: ['integer', 'null'] }, abertura: { type: ['integer', 'null'] } },
  'já estava assim, ou já foi conferido',
)

const messages = intakeMessages('cash', 'currency-twice')

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
        description: 'Por moeda: moedaId, valor_contabilizado, valor_informado; sem a lista, fica a que já chegou',
      },
    },
  },
  output: { type: 'object', properties: outcome.properties, description: 'O que foi feito do envio, ou o caixa corrigido' },
  messages,
  async run(running) {
    const { input, model, caller, writing } = running
    if (input.id !== undefined && input.id !== null) {
      const table: Table = tableOf(model, 'caixas')
      const saved = await runWrite(writing, table.register, work => saveOneRecord(input, table, work))
      return new OperationReply(saved, {})
    }
    if (!gateAllows(intake, caller.permission)) throw new ApiError(403, 'forbidden')
    return tellOne(await takeIn(sessions, [input], running))
  },
})

/** Up to 1,000 cash sessions; those that are wrong are told and keep none of the others from arriving. */
export const saveSessions = operation({
  method: 'POST',
  path: 'caixas/lote',
  title: 'Receber até 1.000 sessões de caixa de pontos de venda',
  gate: intake,
  cleansTexts: true,
  input: inputOfStore({
    caixas: { type: 'array', maxItems: MOST_SESSIONS, description: 'Sessões como em caixas/save' },
  }),
  output: outcomesSchema(outcome),
  messages,
  run: async running => tellMany(await takeIn(sessions, running.input.caixas.map(membersOf), running), running.model),
})

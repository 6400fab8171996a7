import { formatMessage } from '../../../model/formatMessage.ts'
import { ApiError, operation, requireStore } from '../../../server/domain.ts'
import { refuseArchivedSession } from '../cash/refuseArchivedSession.ts'
import { sessionSumsSql } from '../cash/sessionSumsSql.ts'

interface SumRow {
  readonly moeda: string
  readonly contabilizado: string
  readonly apurado: string
  readonly diferenca: string
}

/** Returns the balance of a cash session's movements in each currency, beside the point of sale's own. */
export const sessionSums = operation({
  method: 'GET',
  path: 'caixas/apurado',
  title: 'Valores de um caixa por moeda: o que o PDV contabilizou e o que os movimentos somam',
  gate: 'pdv_relatorios || caixa_conferir',
  input: {
    type: 'object',
    properties: { lojaId: { type: 'integer' }, id: { type: 'integer' } },
    required: ['id'],
  },
  output: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        moeda: { type: 'string' },
        contabilizado: { type: 'number', description: 'Do PDV' },
        apurado: { type: 'number', description: 'Dos movimentos' },
        diferenca: { type: 'number', description: 'apurado - contabilizado' },
      },
      required: ['moeda', 'contabilizado', 'apurado', 'diferenca'],
    },
  },
  messages: ['not-found', 'cash.archived'],
  async run({ model, caller, input, database }) {
    const lojaId = requireStore(caller)
    return database.read({ stores: [lojaId] }, async q => {
      const { rows: found } = await q.query('SELECT FROM caixas WHERE "lojaId" = $1 AND id = $2', [lojaId, input.id])
      if (found.length === 0) throw new ApiError(404, 'not-found')
      await refuseArchivedSession(q, lojaId, input.id)
      const { rows } = await q.query<SumRow>(sessionSumsSql, [lojaId, input.id])
      return rows.map(row => ({
        moeda: row.moeda || formatMessage(model, 'cash.line-no-currency'),
        contabilizado: Number(row.contabilizado),
        apurado: Number(row.apurado),
        diferenca: Number(row.diferenca),
      }))
    })
  },
})

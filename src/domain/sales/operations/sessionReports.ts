import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import {
  ApiError,
  type ColumnOf,
  hasRow,
  type OperationContext,
  objectOf,
  operation,
  type Queries,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { closingSql } from '../cash/closingSql.ts'
import { refuseArchivedSession } from '../cash/refuseArchivedSession.ts'
import { sessionSumsSql } from '../cash/sessionSumsSql.ts'

/** Members that the reports of a cash session share. */
const shared = {
  method: 'GET',
  gate: 'pdv_relatorios || caixa_conferir',
  input: {
    type: 'object',
    properties: { lojaId: { type: 'integer' }, id: { type: 'integer' } },
    required: ['id'],
  },
  messages: ['not-found', 'cash.archived'],
} as const

/** Reads a session that stands and whose sales no archive took. @throws ApiError */
function ofSession<T>(
  { caller, input: { id }, database }: OperationContext<{ readonly id: number }>,
  read: (q: Queries, lojaId: number, id: number) => Promise<T>,
): Promise<T> {
  const lojaId = requireStore(caller)
  return database.read({ stores: [lojaId] }, async q => {
    if (!(await hasRow(q, 'caixas', { lojaId, id }))) throw new ApiError(404, 'not-found')
    await refuseArchivedSession(q, lojaId, id)
    return read(q, lojaId, id)
  })
}

interface ClosingRow {
  readonly category: string
  readonly label: string
  readonly name: string
  readonly qtd: string
  readonly total: string
}

/** A line of the closing details. */
interface ClosingLine {
  readonly descricao: string
  readonly qtd: number
  readonly total: number
}

/** Returns the movements of a cash session, by category; those without a line are left out. */
export const sessionClosing = operation({
  ...shared,
  path: 'caixas/fechamento',
  title: 'Detalhes do fechamento de um caixa, por categoria',
  output: {
    type: 'object',
    description: 'Categorias em ordem',
    additionalProperties: {
      type: 'array',
      items: objectOf({ descricao: { type: 'string' }, qtd: { type: 'number' }, total: { type: 'number' } }),
    },
  },
  run: running =>
    ofSession(running, async (q, lojaId, id) => {
      const { model, caller } = running
      const { rows } = await q.query<ClosingRow>(closingSql, [lojaId, id, caller.zone])
      const closing: Record<string, ClosingLine[]> = {}
      for (const row of rows) {
        const category = formatMessage(model, `cash.closing-${row.category}`)
        closing[category] ??= []
        closing[category].push({ descricao: labelOf(row, model), qtd: Number(row.qtd), total: Number(row.total) })
      }
      return closing
    }),
})

/** The row's own name, the title of its choice, or a message. */
function labelOf({ label, name }: ClosingRow, model: Model): string {
  if (name !== '') return name
  const { register } = tableOf(model, 'Movimentos')
  for (const field of ['tipoMovimentoId', 'tipo_venda', 'canal_venda']) {
    const choice = fieldOf(register, field)?.choices?.find(({ value }) => String(value) === label)
    if (choice) return choice.title
  }
  return label === '' ? '—' : formatMessage(model, `cash.${label}`)
}

interface SumRow {
  readonly moeda: ColumnOf<'moedas', 'nome'>
  readonly contabilizado: string
  readonly apurado: string
  readonly diferenca: string
}

/** Returns the balance of a cash session's movements in each currency, beside the point of sale's own. */
export const sessionSums = operation({
  ...shared,
  path: 'caixas/apurado',
  title: 'Valores de um caixa por moeda: o que o PDV contabilizou e o que os movimentos somam',
  output: {
    type: 'array',
    items: objectOf({
      moeda: { type: 'string' },
      contabilizado: { type: 'number', description: 'Do PDV' },
      apurado: { type: 'number', description: 'Dos movimentos' },
      diferenca: { type: 'number', description: 'apurado - contabilizado' },
    }),
  },
  run: running =>
    ofSession(running, async (q, lojaId, id) => {
      const { rows } = await q.query<SumRow>(sessionSumsSql, [lojaId, id])
      return rows.map(row => ({
        moeda: row.moeda || formatMessage(running.model, 'cash.line-no-currency'),
        contabilizado: Number(row.contabilizado),
        apurado: Number(row.apurado),
        diferenca: Number(row.diferenca),
      }))
    }),
})

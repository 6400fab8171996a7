import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { ApiError, operation, requireStore, tableOf } from '../../../server/domain.ts'
import { closingSql } from '../cash/closingSql.ts'
import { refuseArchivedSession } from '../cash/refuseArchivedSession.ts'

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
  method: 'GET',
  path: 'caixas/fechamento',
  title: 'Detalhes do fechamento de um caixa, por categoria',
  gate: 'pdv_relatorios || caixa_conferir',
  input: {
    type: 'object',
    properties: { lojaId: { type: 'integer' }, id: { type: 'integer' } },
    required: ['id'],
  },
  output: {
    type: 'object',
    description: 'Categorias em ordem',
    additionalProperties: {
      type: 'array',
      items: {
        type: 'object',
        properties: { descricao: { type: 'string' }, qtd: { type: 'number' }, total: { type: 'number' } },
        required: ['descricao', 'qtd', 'total'],
      },
    },
  },
  messages: ['not-found', 'cash.archived'],
  async run({ model, caller, input, database }) {
    const lojaId = requireStore(caller)
    return database.read({ stores: [lojaId] }, async q => {
      const { rows: found } = await q.query('SELECT FROM caixas WHERE "lojaId" = $1 AND id = $2', [lojaId, input.id])
      if (found.length === 0) throw new ApiError(404, 'not-found')
      await refuseArchivedSession(q, lojaId, input.id)
      const { rows } = await q.query<ClosingRow>(closingSql, [lojaId, input.id, caller.zone])
      const closing: Record<string, ClosingLine[]> = {}
      for (const row of rows) {
        const category = formatMessage(model, `cash.closing-${row.category}`)
        closing[category] ??= []
        closing[category].push({ descricao: labelOf(row, model), qtd: Number(row.qtd), total: Number(row.total) })
      }
      return closing
    })
  },
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

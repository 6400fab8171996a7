import {
  ApiError,
  type DataRow,
  inTransaction,
  lockRecords,
  type OperationContext,
  operation,
  requireStore,
  tableOf,
  writeHistory,
} from '../../../server/domain.ts'

const CLOSED = 1
const CHECKED = 2

const output = {
  type: 'object',
  properties: { id: { type: 'integer' }, status: { type: 'integer' } },
  required: ['id', 'status'],
}

interface CheckInput {
  readonly id: number
  readonly pendente?: boolean
}

/** Checks a closed session: what nobody corrected is taken as it was counted. One whose sales have not all arrived is checked knowingly. */
export const checkSession = operation<CheckInput>({
  method: 'POST',
  path: 'caixas/conferir',
  title: 'Conferir um caixa fechado',
  gate: 'caixa_conferir',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      id: { type: 'integer' },
      pendente: { type: 'boolean', description: 'Conferir mesmo que faltem vendas' },
    },
    required: ['id'],
  },
  output,
  messages: ['not-found', 'cash.open', 'cash.checked-already', 'cash.pending'],
  run: running =>
    move(running, CHECKED, ({ status, sincronizacao }) => {
      if (Number(status) === CHECKED) return 'cash.checked-already'
      if (Number(status) !== CLOSED) return 'cash.open'
      return sincronizacao === 'PENDENTE' && running.input.pendente !== true ? 'cash.pending' : undefined
    }),
})

/** Opens a checked session again, so that it can be corrected. */
export const reopenSession = operation<{ readonly id: number }>({
  method: 'POST',
  path: 'caixas/reabrir',
  title: 'Reabrir um caixa conferido',
  gate: 'owner || admin',
  input: {
    type: 'object',
    properties: { lojaId: { type: 'integer' }, id: { type: 'integer' } },
    required: ['id'],
  },
  output,
  messages: ['not-found', 'cash.not-checked'],
  run: running => move(running, CLOSED, ({ status }) => (Number(status) === CHECKED ? undefined : 'cash.not-checked')),
})

/** Moves the session to a state, unless something refuses it as it stands under lock. The history tells who did. */
async function move(
  { model, caller, input, writing }: OperationContext<{ readonly id: number }>,
  to: number,
  refused: (session: DataRow) => string | undefined,
): Promise<{ id: number; status: number }> {
  const lojaId = requireStore(caller)
  const table = tableOf(model, 'caixas')
  const { register } = table
  const { id } = input
  return inTransaction(writing, register, async work => {
    const [before] = await lockRecords(table, [id], work, 'all')
    if (!before) throw new ApiError(404, 'not-found')
    const code = refused(before)
    if (code !== undefined) throw new ApiError(400, code)
    if (to === CHECKED)
      await work.q.query(
        `UPDATE caixas_valores SET valor_corrigido = greatest(valor_informado, 0)
         WHERE "lojaId" = $1 AND "caixasId" = $2 AND valor_corrigido IS NULL`,
        [lojaId, id],
      )
    await work.q.query(
      'UPDATE caixas SET status = $3, version = version + 1, "updatedAt" = now() WHERE "lojaId" = $1 AND id = $2',
      [lojaId, id, to],
    )
    const [after] = await lockRecords(table, [id], work, 'all')
    writeHistory([{ table, lojaId, id, deed: 'alterar', before, after: after ?? before, record: after ?? before }], work)
    work.changes.push({ register, lojaId, id: String(id) })
    return { id, status: to }
  })
}

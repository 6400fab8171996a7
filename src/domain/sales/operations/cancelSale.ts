import {
  ApiError,
  changeRecords,
  inputOfStore,
  inTransaction,
  lockRows,
  type NumbersOf,
  objectOf,
  operation,
  personOf,
  type Queries,
  type RowOf,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { changeSales } from '../tables/changeSales.ts'

const REASON = 'Cancelamento via nuvem'
/** The facts that refuse a cancellation, as they stand under lock. */
interface Standing extends RowOf<'Movimentos', 'caixaId'> {
  readonly cancelled: boolean
}

/**
 * Cancels a sale or another movement: with its sums, in one transaction. It waits for a batch of the equipment that is on its way
 * with the same sale, and what the equipment sends later does not bring it back.
 */
export const cancelSale = operation({
  method: 'POST',
  path: 'Movimentos/cancela',
  title: 'Cancelar um movimento',
  gate: 'caixa_cancelar_venda',
  input: inputOfStore(
    {
      movimentoId: { type: 'integer' },
      funcionarioId: { type: ['integer', 'null'], description: 'O funcionário do usuário; outro é recusado' },
      motivo: { type: ['string', 'null'], description: `Fica sempre '${REASON}'` },
    },
    ['movimentoId'],
  ),
  output: objectOf({
    id: { type: 'integer' },
    deletadoPorId: { type: 'integer' },
    deletado_em: { type: 'string', format: 'date-time' },
    deletado_motivo: { type: 'string' },
  }),
  messages: [
    'not-found',
    'nfce.pending',
    ...[
      'employee-missing',
      'employee-other',
      'cancelled',
      'cancel-invoice',
      'cancel-invoice-late',
      'cancel-nfe',
      'session-checked',
    ].map(code => `sale.${code}`),
  ],
  async run({ model, caller, input, writing }) {
    const lojaId = requireStore(caller)
    const table = tableOf(model, 'Movimentos')
    const now = new Date()
    return inTransaction(writing, table.register, async work => {
      const { q } = work
      const employee = await employeeOf(q, lojaId, personOf(caller), input.funcionarioId)
      const id = input.movimentoId
      await lockRows(q, 'Movimentos', lojaId, [id])
      await demandCancellable(q, lojaId, id, now)
      const cancelled = { deletadoPorId: employee, deletado_em: now.toISOString(), deletado_motivo: REASON }
      await changeSales(q, lojaId, [id], async () => {
        await changeRecords(table, [id], cancelled, work, { history: true })
        return undefined
      })
      return { id, ...cancelled }
    })
  },
})

/** The person behind the caller in this store. */
async function employeeOf(q: Queries, lojaId: number, userId: number, said: number | null | undefined): Promise<number> {
  const { rows } = await q.query<RowOf<'parceiros', 'id'>>(
    `SELECT p.id FROM user_lojas u JOIN parceiros p ON p."lojaId" = u."lojaId" AND p.id = u."parceiroId"
     WHERE u."lojaId" = $1 AND u."userId" = $2`,
    [lojaId, userId],
  )
  if (!rows[0]) throw new ApiError(400, 'sale.employee-missing')
  const employee = Number(rows[0].id)
  if (said !== undefined && said !== null && said !== employee) throw new ApiError(400, 'sale.employee-other')
  return employee
}

async function demandCancellable(q: Queries, lojaId: number, id: number, now: Date): Promise<void> {
  const { rows } = await q.query<Standing>(
    `SELECT (deletado_em IS NOT NULL OR "deletadoPorId" > 0) AS cancelled, "caixaId" FROM "Movimentos" WHERE "lojaId" = $1 AND id = $2`,
    [lojaId, id],
  )
  const found = rows[0]
  if (!found) throw new ApiError(404, 'not-found')
  if (found.cancelled) throw new ApiError(400, 'sale.cancelled')
  await refuseInvoiced(q, lojaId, id, now)
  await refuseNfe(q, lojaId, id)
  if (found.caixaId === null) return
  // A check of the session at this moment waits for this cancellation, or this waits for it.
  const sessions = await q.query<RowOf<'caixas', 'status'>>(
    `SELECT status FROM caixas WHERE "lojaId" = $1 AND id = $2 FOR SHARE`,
    [lojaId, found.caixaId],
  )
  if (sessions.rows[0]?.status === 2) throw new ApiError(400, 'sale.session-checked')
}

/** A sale whose invoice is authorised, or may be: the authority was asked and has not answered. */
async function refuseInvoiced(q: Queries, lojaId: number, id: number, now: Date): Promise<void> {
  const { rows } = await q.query<{ authorised: string | null; waits: boolean; minutes: number | null }>(
    `SELECT CASE WHEN situacao = 'AUTORIZADA' THEN coalesce(autorizada_em, "dhEmi") END AS authorised,
       (SELECT l.valor::float8 FROM lojas s
          CROSS JOIN LATERAL (SELECT ($3::timestamptz AT TIME ZONE coalesce(s.fuso_horario, 'America/Sao_Paulo'))::date AS dia) d
          JOIN limites_fiscais l ON l.limite = 'NFCE_CANCELAMENTO_MINUTOS' AND l.uf IN ('BR', s.uf)
            AND l.vigencia_inicio <= d.dia AND coalesce(l.vigencia_fim, d.dia) >= d.dia
          WHERE s."lojaId" = $1 AND s.id = $1 ORDER BY l.uf = 'BR', l.vigencia_inicio DESC LIMIT 1) AS minutes,
       EXISTS (SELECT FROM "NFe_transmissaos" t WHERE t."lojaId" = n."lojaId" AND t."nfceId" = n.id AND t.estado = 'PENDENTE') AS waits
     FROM "NFCes" n WHERE n."lojaId" = $1 AND n."movimentoId" = $2 ORDER BY n."dhEmi" DESC`,
    [lojaId, id, now.toISOString()],
  )
  if (rows.some(({ waits }) => waits)) throw new ApiError(400, 'nfce.pending')
  const found = rows.find(row => row.authorised !== null)
  if (!found?.authorised) return
  const { authorised, minutes } = found
  // Until when it can be cancelled, after it was authorised: a limit that states may set otherwise.
  const late = minutes !== null && now.getTime() - new Date(authorised).getTime() > minutes * 60_000
  throw new ApiError(400, late ? 'sale.cancel-invoice-late' : 'sale.cancel-invoice')
}

/** A sale that an outgoing invoice tells, or that one is being told of. */
async function refuseNfe(q: Queries, lojaId: number, id: number): Promise<void> {
  const { rows } = await q.query<NumbersOf<'NFe_emissaos', 'numero'>>(
    `SELECT numero::int FROM "NFe_emissaos" WHERE "lojaId" = $1 AND "movimentoId" = $2 AND finalidade = 1
       AND situacao IN ('PROCESSAMENTO', 'AUTORIZADA') LIMIT 1`,
    [lojaId, id],
  )
  if (rows[0]) throw new ApiError(400, 'sale.cancel-nfe', { numero: rows[0].numero ?? '' })
}

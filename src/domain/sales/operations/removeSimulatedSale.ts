import {
  ApiError,
  holdStore,
  inputOfStore,
  inTransaction,
  lockRows,
  objectOf,
  operation,
  type Queries,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { changeSales } from '../tables/changeSales.ts'

interface Standing extends Record<string, unknown> {
  readonly simulated: boolean
  readonly equipment: number
}

/**
 * Takes a simulated sale back in one step, whatever became of it since: sale, lines, payments, its session and equipment, what it took out of stock, and
 * its part in all sums. The common undo is no way for it: sales are the equipment's account, which nobody may remove, and it would refuse what somebody tried out
 * on it, such as the check of its session.
 */
export const removeSimulatedSale = operation({
  method: 'POST',
  path: 'Movimentos/removerSimulada',
  title: 'Remover a venda simulada, com tudo o que veio dela',
  gate: 'owner || admin',
  input: inputOfStore({ movimentoId: { type: 'integer' } }),
  output: objectOf({ id: { type: 'integer' } }),
  messages: ['not-found', 'simulated-sale.not-simulated'],
  async run({ model, caller, input, writing, publish }) {
    const lojaId = requireStore(caller)
    const id = input.movimentoId
    return inTransaction(writing, tableOf(model, 'Movimentos').register, async work => {
      const { q } = work
      await holdStore(q, lojaId)
      await lockRows(q, 'Movimentos', lojaId, [id])
      const { equipment, simulated } = await standingOf(q, lojaId, id)
      if (!simulated) throw new ApiError(409, 'simulated-sale.not-simulated')
      await changeSales(q, lojaId, [id], async () => {
        for (const statement of OF_SALE) await q.query(statement, [lojaId, id])
        return undefined
      })
      // Names of what was sold are kept for sums, of which this store has none again.
      await q.query(NAMES, [lojaId])
      const sessions = await removeSessions(q, lojaId, equipment)
      for (const statement of OF_EQUIPMENT) await q.query(statement, [lojaId, equipment])
      work.afterCommit.push(async () => {
        const gone = (register: string, ids: string[]): void => publish({ register, lojaId, ids, removed: ids })
        gone('Movimentos', [`${id}`])
        gone('caixas', sessions)
        publish({ register: 'equipamentos', lojaId, ids: [`${equipment}`] })
      })
      return { id }
    })
  },
})

async function standingOf(q: Queries, lojaId: number, id: number): Promise<Standing> {
  const { rows } = await q.query<Standing>(
    `SELECT coalesce(simulada, false) AS simulated, "equipamentoId"::float8 AS equipment FROM "Movimentos" WHERE "lojaId" = $1 AND id = $2`,
    [lojaId, id],
  )
  const [found] = rows
  if (!found) throw new ApiError(404, 'not-found')
  return found
}

const OF_SALE = [
  'DELETE FROM "Movimento_recebimentos" WHERE "lojaId" = $1 AND "movimentoId" = $2',
  'DELETE FROM "Movimentos_produtos" WHERE "lojaId" = $1 AND "MovimentosId" = $2',
  'DELETE FROM "Movimentos" WHERE "lojaId" = $1 AND id = $2',
]

const NAMES = `DELETE FROM resumos.produtos_nomes WHERE "lojaId" = $1
  AND NOT EXISTS (SELECT FROM "Movimentos" WHERE "lojaId" = $1) AND NOT EXISTS (SELECT FROM resumos.vendas_hora WHERE "lojaId" = $1)`

/** Sessions of the equipment in which nothing else was sold: what a point of sale sent to it by mistake stays. */
async function removeSessions(q: Queries, lojaId: number, equipment: number): Promise<string[]> {
  const { rows } = await q.query<{ id: string }>(
    `SELECT c.id FROM caixas c WHERE c."lojaId" = $1 AND c."equipamentoId" = $2
       AND NOT EXISTS (SELECT FROM "Movimentos" m WHERE m."lojaId" = $1 AND m."caixaId" = c.id) ORDER BY c.id FOR UPDATE OF c`,
    [lojaId, equipment],
  )
  const ids = rows.map(({ id }) => id)
  await q.query('DELETE FROM caixas_valores WHERE "lojaId" = $1 AND "caixasId" = ANY ($2::bigint[])', [lojaId, ids])
  await q.query('DELETE FROM caixas WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])', [lojaId, ids])
  return ids
}

/** Equipment that somebody put to use since stays, as does one to which something was sent. */
const UNUSED = `e."lojaId" = $1 AND e.id = $2 AND NOT coalesce(e.ativo, false) AND e."androidId" IS NULL AND e.ultimo_uso IS NULL
  AND NOT EXISTS (SELECT FROM "Movimentos" m WHERE m."lojaId" = $1 AND m."equipamentoId" = e.id)
  AND NOT EXISTS (SELECT FROM caixas c WHERE c."lojaId" = $1 AND c."equipamentoId" = e.id)`

const OF_EQUIPMENT = [
  `DELETE FROM equipamento_eventos v USING equipamentos e WHERE v."lojaId" = $1 AND v."equipamentoId" = $2 AND ${UNUSED}`,
  `DELETE FROM equipamentos e WHERE ${UNUSED}`,
]

import { formatDateTime } from '../../../base/dates.ts'
import {
  ApiError,
  inTransaction,
  lockOwnFields,
  operation,
  requireStore,
  tableOf,
  type UnitOfWork,
  validationError,
  writeHistory,
} from '../../../server/domain.ts'
import { type CountLine, recordStockCount } from '../../stock/public.ts'

interface Input {
  readonly inventarioId: number
  readonly contagem_em: string
}

/** Milliseconds that a caller's clock may go ahead of ours. */
const CLOCK = 5 * 60_000

/**
 * Ends a count: the balances of its products become what was counted, and the difference to the books is frozen. The same call again
 * changes nothing; another one for a count that has ended is told so.
 */
export const finaliseInventory = operation<Input>({
  method: 'POST',
  path: 'inventarios/finaliza',
  title: 'Finalizar um inventário',
  gate: 'estoque_ver',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      inventarioId: { type: 'integer' },
      contagem_em: { type: 'string', format: 'date-time', description: 'Momento da contagem' },
    },
    required: ['inventarioId', 'contagem_em'],
  },
  output: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      contagem_em: { type: 'string', format: 'date-time' },
      itens: { type: 'integer', description: 'Quantos produtos foram contados' },
    },
    required: ['id', 'contagem_em', 'itens'],
  },
  messages: ['not-found', 'inventory.finalised-already', 'inventory.empty', 'inventory.moment-future'],
  async run({ model, caller, input, writing }) {
    const lojaId = requireStore(caller)
    const asked = new Date(input.contagem_em)
    if (Number.isNaN(asked.getTime())) throw validationError([{ path: 'contagem_em', code: 'date-time-invalid' }])
    if (asked.getTime() > Date.now() + CLOCK) throw validationError([{ path: 'contagem_em', code: 'inventory.moment-future' }])
    const moment = asked.toISOString()
    const table = tableOf(model, 'inventarios')
    return inTransaction(writing, table.register, async work => {
      const [before] = await lockOwnFields(table, [input.inventarioId], work)
      if (!before) throw new ApiError(404, 'not-found')
      const items = await countedItems(lojaId, input.inventarioId, work)
      const answer = { id: input.inventarioId, contagem_em: moment, itens: items.length }
      const ended = before.contagem_em
      if (typeof ended === 'string' && new Date(ended).getTime() === asked.getTime()) return answer
      if (ended) throw new ApiError(400, 'inventory.finalised-already', { moment: formatDateTime(String(ended), caller.zone) })
      if (items.length === 0) throw new ApiError(400, 'inventory.empty')
      await countStock(lojaId, input.inventarioId, moment, items, work)
      const [after] = await lockOwnFields(table, [input.inventarioId], work)
      if (after) writeHistory([{ table, lojaId, id: input.inventarioId, deed: 'alterar', record: after, before, after }], work)
      work.changes.push({ register: table.register, lojaId, id: String(input.inventarioId) })
      return answer
    })
  },
})

/** Held with their inventory: nobody changes them meanwhile. */
async function countedItems(lojaId: number, id: number, { q, model }: UnitOfWork): Promise<CountLine[]> {
  const { rows } = await q.query<{ produtoId: string; quantity: string }>(
    `SELECT "produtoId"::text, coalesce(quantidade_estoque, 0)::text AS quantity FROM ${tableOf(model, 'inventarios.itens').sql}
     WHERE "lojaId" = $1 AND "inventariosId" = $2 ORDER BY id`,
    [lojaId, id],
  )
  return rows.map(({ produtoId, quantity }) => ({ produtoId: Number(produtoId), quantity }))
}

/** The count goes into the ledger, which answers the difference to the books; both are kept with the inventory. */
async function countStock(
  lojaId: number,
  id: number,
  moment: string,
  lines: readonly CountLine[],
  { q, model }: UnitOfWork,
): Promise<void> {
  const counted = await recordStockCount(q, {
    lojaId,
    source: { register: 'inventarios', id },
    moment,
    lines,
  })
  await q.query(
    `UPDATE ${tableOf(model, 'inventarios.itens').sql} i SET quebra_estoque = u.quebra, valor_quebra = u.valor
     FROM unnest($3::bigint[], $4::numeric[], $5::numeric[]) u("produtoId", quebra, valor)
     WHERE i."lojaId" = $1 AND i."inventariosId" = $2 AND i."produtoId" = u."produtoId"`,
    [
      lojaId,
      id,
      counted.map(({ produtoId }) => produtoId),
      counted.map(({ difference }) => difference),
      counted.map(({ worth }) => worth),
    ],
  )
  await q.query(
    `UPDATE ${tableOf(model, 'inventarios').sql} SET contagem_em = $3, status = 'FINALIZADO', total_quebra = (SELECT coalesce(sum(v), 0) FROM unnest($4::numeric[]) v),
       version = version + 1, "updatedAt" = now() WHERE "lojaId" = $1 AND id = $2`,
    [lojaId, id, moment, counted.map(({ worth }) => worth)],
  )
}

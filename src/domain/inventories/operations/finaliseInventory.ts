import { formatDateTime } from '../../../base/dates.ts'
import { sum } from '../../../base/decimal.ts'
import {
  ApiError,
  changeRecords,
  inputOfStore,
  inTransaction,
  lockOwnFields,
  objectOf,
  operation,
  requireStore,
  tableOf,
  type UnitOfWork,
  validationError,
} from '../../../server/domain.ts'
import { type CountLine, findComposed, recordStockCount } from '../../stock/public.ts'

/** Milliseconds that a caller's clock may go ahead of ours. */
const CLOCK = 5 * 60_000

/** Products that a refusal names. */
const MOST_NAMED = 5

/**
 * Ends a count: the balances of its products become what was counted, and the difference to the books is frozen. The same call again
 * changes nothing; another one for a count that has ended is told so.
 */
export const finaliseInventory = operation({
  method: 'POST',
  path: 'inventarios/finaliza',
  title: 'Finalizar um inventário',
  gate: 'estoque_ver',
  input: inputOfStore({
    inventarioId: { type: 'integer' },
    contagem_em: { type: 'string', format: 'date-time', description: 'Momento da contagem' },
  }),
  output: objectOf({
    id: { type: 'integer' },
    contagem_em: { type: 'string', format: 'date-time' },
    itens: { type: 'integer', description: 'Quantos produtos foram contados' },
  }),
  messages: [
    'not-found',
    'inventory.finalised-already',
    'inventory.empty',
    'inventory.composed',
    'inventory.composed-line',
    'inventory.moment-future',
  ],
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
      const { contagem_em } = before
      if (contagem_em && new Date(contagem_em).getTime() === asked.getTime()) return answer
      if (contagem_em)
        throw new ApiError(400, 'inventory.finalised-already', { moment: formatDateTime(contagem_em, caller.zone) })
      if (items.length === 0) throw new ApiError(400, 'inventory.empty')
      await refuseComposed(lojaId, moment, items, work)
      const total_quebra = await countStock(lojaId, input.inventarioId, moment, items, work)
      const ended = { contagem_em: moment, status: 'FINALIZADO', total_quebra } as const
      await changeRecords(table, [input.inventarioId], ended, work, { history: true })
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

/** A count of what is made of others would be kept and change nothing. The refusal names the first, and marks the line of each. */
async function refuseComposed(lojaId: number, moment: string, items: readonly CountLine[], { q }: UnitOfWork): Promise<void> {
  const ids = items.map(({ produtoId }) => produtoId)
  const composed = await findComposed(q, lojaId, moment, ids)
  if (composed.length === 0) return
  const made = new Set(composed.map(({ id }) => id))
  const problems = ids.flatMap((id, at) =>
    made.has(id) ? [{ path: `itens.${at}.produtoId`, code: 'inventory.composed-line' }] : [],
  )
  const named = composed.slice(0, MOST_NAMED).map(({ desc_prod }) => desc_prod)
  const products = [...named, ...(composed.length > MOST_NAMED ? ['…'] : [])].join(', ')
  throw new ApiError(422, 'inventory.composed', { products }, problems)
}

/** The count goes into the ledger, which answers the difference to the books; both are kept with the items. Gives the whole difference in R$. */
async function countStock(
  lojaId: number,
  id: number,
  moment: string,
  lines: readonly CountLine[],
  { q, model }: UnitOfWork,
): Promise<number> {
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
  return sum(counted.map(({ worth }) => Number(worth)))
}

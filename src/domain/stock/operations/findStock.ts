import { ApiError, inputOfStore, operation, type Queries, requireStore } from '../../../server/domain.ts'
import { costIsHidden, stockRow, stockRows } from './listStock.ts'
import { readStockFilter } from './stockFilter.ts'

/** Movements of a product at most; the last ones. */
const MOST = 2000

/** One product with all that happened to it since its stock is counted, the last first. */
export const findStock = operation({
  method: 'GET',
  path: 'Estoque/findInclude',
  title: 'Movimentação do estoque de um produto',
  gate: 'estoque_ver',
  input: inputOfStore({
    filter: { type: 'string', description: 'JSON: where com lojaId e id; createdBefore' },
  }),
  output: {
    type: 'object',
    properties: {
      ...stockRow,
      movimentacao: {
        type: 'array',
        maxItems: MOST,
        items: {
          type: 'object',
          properties: {
            data: { type: 'string' },
            desc: { type: 'string' },
            qtd: { type: 'number' },
            saldo: { type: 'number' },
            emFalta: { type: 'boolean' },
            minimo: { type: 'boolean' },
          },
        },
      },
    },
  },
  messages: ['filter-invalid', 'filter-part-invalid', 'filter-word-unknown', 'not-found'],
  async run({ database, caller, input, model }) {
    const lojaId = requireStore(caller)
    const filter = readStockFilter(input.filter, caller.zone, costIsHidden(model, caller))
    if (filter.ids?.length !== 1) throw new ApiError(400, 'filter-part-invalid', { word: 'id' })
    const limits = { timeout: 30_000, signal: AbortSignal.timeout(30_000) }
    return database.readSnapshot({ stores: [lojaId] }, limits, async q => {
      const { rows } = await stockRows(q, lojaId, caller.zone, { ...filter, limit: 1, skip: 0 })
      const [product] = rows
      if (!product) throw new ApiError(404, 'not-found')
      return { ...product, movimentacao: await movementsOf(q, lojaId, product, caller.zone) }
    })
  },
})

type Product = Awaited<ReturnType<typeof stockRows>>['rows'][number]

async function movementsOf(q: Queries, lojaId: number, { id, createdBefore, qtd_min_prod }: Product, zone: string) {
  const { rows } = await q.query<{ data: string; desc: string; qtd: string; saldo: string }>(
    `SELECT data, "desc", qtd::text, saldo::text FROM estoque.f_movimentacao($1, $2, $3::timestamptz, $4) ORDER BY lugar DESC LIMIT ${MOST}`,
    [lojaId, id, createdBefore, zone],
    '',
  )
  return rows.map(({ data, desc, qtd, saldo }) => {
    const balance = Number(saldo)
    return {
      data: new Date(data).toISOString(),
      desc,
      qtd: Number(qtd),
      saldo: balance,
      emFalta: balance <= 0,
      minimo: balance > 0 && balance <= (qtd_min_prod ?? 0),
    }
  })
}

import { recordsIn } from '../../../base/record.ts'
import {
  ApiError,
  type DataRow,
  type Effect,
  insertRows,
  type RowOf,
  requireStore,
  tableOf,
  type UnitOfWork,
  validationError,
  writeOneRecord,
} from '../../../server/domain.ts'
import { lockOrder } from './lockOrder.ts'

const ACCEPTED = 'ACEITA'

/** An undo, or a restored version, brings its order along. */
const follows: ReadonlySet<string | undefined> = new Set(['desfazer', 'restaurar'])

/**
 * A quote has the lines of its order as they stand when it is asked, without their prices; once it is accepted, its prices are those of the order. Lines that
 * left the order since stay out of it.
 */
export const quoteOrder: Effect = {
  lists: ['itens'],
  async after({ before, record, work }) {
    if (follows.has(work.action.kind)) return
    if (!before && recordsIn(record.itens).length === 0) await copyLines(record, work)
    if (before && before.status !== ACCEPTED && record.status === ACCEPTED) await takePrices(record, work)
  },
}

async function copyLines(quote: DataRow, work: UnitOfWork): Promise<void> {
  const lojaId = requireStore(work.caller)
  const lines = recordsIn((await lockOrder(quote.pedidoId, work))?.itens)
  if (lines.length === 0) throw validationError([{ path: 'pedidoId', code: 'cotacao.pedido-vazio' }])
  const units = await work.q.query<RowOf<'produtos', 'id'> & { nome: string | null }>(
    `SELECT p.id, u.nome FROM produtos p LEFT JOIN unidades u ON u."lojaId" = p."lojaId" AND u.id = p."unidadeId"
     WHERE p."lojaId" = $1 AND p.id = ANY ($2::bigint[])`,
    [lojaId, lines.map(({ produtoId }) => produtoId)],
  )
  const unitOf = new Map(units.rows.map(({ id, nome }) => [String(id), nome]))
  const rows = lines.map(({ id, produtoId, descricao, quantidade }, at) => ({
    lojaId,
    columns: {
      cotacoesId: quote.id,
      ordem: at + 1,
      itemId: id,
      descricao,
      quantidade,
      unidade: unitOf.get(String(produtoId)) ?? null,
    },
  }))
  await insertRows(tableOf(work.model, 'cotacoes.itens'), rows, work)
}

async function takePrices(quote: DataRow, work: UnitOfWork): Promise<void> {
  const order = await lockOrder(quote.pedidoId, work)
  if (order?.status !== 'DIGITACAO') throw new ApiError(422, 'cotacao.pedido-andou')
  const prices = new Map(recordsIn(quote.itens).map(({ itemId, preco }) => [String(itemId), Number(preco ?? 0)]))
  const itens = recordsIn(order.itens).flatMap(({ id }) => {
    const price = prices.get(String(id)) ?? 0
    return price > 0 ? [{ id: Number(id), valor_unitario: price }] : []
  })
  if (itens.length === 0) throw new ApiError(422, 'cotacao.sem-linhas')
  await writeOneRecord({ id: Number(order.id), itens }, tableOf(work.model, 'pedidos'), { ...work, byServer: true })
}

import { ApiError, hasRow, objectOf, operation, type RowOf, requireStore } from '../../../server/domain.ts'
import { validOrders } from '../loyalty/validOrders.ts'

type Programme = RowOf<'AppFidelidades', 'quantidade_pedidos' | 'prazo_dias' | 'pedido_valor_minimo' | 'pedido_intervalo_horas'>

/** Orders of a person of the app that count for the next discount of the store's loyalty programme. */
export const appUserPoints = operation({
  method: 'POST',
  path: 'Apps/user/points',
  title: 'Pedidos de um cliente do app que contam para a fidelidade',
  gate: 'cardapio_digital_ver && store.cardapio_digital',
  input: objectOf({ lojaId: { type: 'integer' }, appUserId: { type: 'integer' }, uuid: { type: 'string', maxLength: 36 } }),
  output: objectOf({
    pedidosValidos: {
      type: 'array',
      items: objectOf({
        createdAt: { type: 'string', format: 'date-time' },
        fidelityDiscount: { type: 'number' },
        totalDisplay: { type: 'number' },
      }),
    },
    quantidade_pedidos: { type: 'integer' },
  }),
  messages: ['not-found', 'loyalty.none'],
  async run({ database, caller, input }) {
    const lojaId = requireStore(caller)
    return database.read({ stores: [lojaId] }, async q => {
      const user = { lojaId, id: input.appUserId, uuid: input.uuid }
      if (!(await hasRow(q, 'AppUsers', user))) throw new ApiError(404, 'not-found')
      const programme = await q.query<Programme>(
        `SELECT quantidade_pedidos, prazo_dias, pedido_valor_minimo, pedido_intervalo_horas FROM "AppFidelidades"
         WHERE "lojaId" = $1 AND ativo ORDER BY id LIMIT 1`,
        [lojaId],
      )
      const rules = programme.rows[0]
      if (!rules) throw new ApiError(400, 'loyalty.none')
      // A discount of before these days used up nothing that could count now.
      const orders = await q.query<{ moment: string; total: string; discount: string }>(
        `SELECT "createdAt" AS moment, coalesce("totalDisplay", 0) AS total, coalesce("fidelityDiscount", 0) AS discount FROM "AppPedidos"
         WHERE "lojaId" = $1 AND "appUserId" = $2 AND confirmed AND NOT coalesce(canceled, false)
           AND "createdAt" >= now() - $3::int * interval '1 day'`,
        [lojaId, input.appUserId, rules.prazo_dias],
      )
      const counted = validOrders(
        orders.rows.map(({ moment, total, discount }) => ({
          at: Date.parse(moment),
          total: Number(total),
          discount: Number(discount),
        })),
        { days: rules.prazo_dias, minimum: Number(rules.pedido_valor_minimo), hours: rules.pedido_intervalo_horas },
        Date.now(),
      )
      return {
        pedidosValidos: counted.map(({ at, total, discount }) => ({
          createdAt: new Date(at).toISOString(),
          fidelityDiscount: discount,
          totalDisplay: total,
        })),
        quantidade_pedidos: rules.quantidade_pedidos,
      }
    })
  },
})

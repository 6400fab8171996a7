import { ApiError, OperationReply, objectOf, openOperation, type Queries, type RowOf } from '../../../server/domain.ts'
import { chargeByPix, type ShownCharge, shownCharge } from '../../finance/public.ts'

const ORDER = `SELECT o.id, o.id::text AS numero, o."createdAt" AS data, o.total_descontos::float8 AS total_descontos, o.tipo, o.status, o.observacao, o.total_produtos::float8 AS total_produtos, o.total_frete::float8 AS total_frete,
    o.total_seguro::float8 AS total_seguro, o.total_outro::float8 AS total_outro, o.total_pedido::float8 AS total_pedido,
    json_build_object('nome_fantasia', l.nome_fantasia, 'razao_social', l.razao_social, 'cnpj', l.cnpj, 'fotoUrl', l."fotoUrl",
      'logradouro', l.logradouro, 'numero', l.numero, 'bairro', l.bairro, 'cidade', l.cidade, 'uf', l.uf, 'cep', l.cep,
      'telefone', l.telefone) AS loja,
    json_build_object('nome_fantasia', p.nome_fantasia) AS parceiro,
    o."updatedAt" < now() - make_interval(days => COALESCE(l.pedido_link_dias, 90)) AS ended
  FROM pedidos o
  JOIN lojas l ON l.id = o."lojaId"
  LEFT JOIN parceiros p ON p."lojaId" = o."lojaId" AND p.id = o."parceiroId"
  WHERE o."lojaId" = $1 AND o.uuid = $2`

const ITEMS = `SELECT descricao, quantidade::float8 AS quantidade, valor_unitario::float8 AS valor_unitario, valor_total::float8 AS valor_total,
    valor_desconto::float8 AS valor_desconto, valor_item::float8 AS valor_item
  FROM pedidos_itens WHERE "lojaId" = $1 AND "pedidosId" = $2 ORDER BY ordem, id`

/** The sum that the store has yet to receive for an order: bills that are neither paid nor lost. */
const OPEN = `SELECT sum(valor)::float8 AS rest FROM "Conta"
  WHERE "lojaId" = $1 AND "pedidoId" = $2 AND tipo = 'RECEBER' AND pago IS NOT TRUE AND perda IS NOT TRUE`

const amount = { type: ['number', 'null'] }
const text = { type: ['string', 'null'] }
const texts = (...names: string[]) => ({ type: 'object', properties: Object.fromEntries(names.map(name => [name, text])) })

/**
 * Shows the partner of an order its page by its link, without a login, until the time is over that the store gives it: 410 from then on. A key of
 * another store and one that nobody has answer alike.
 */
export const publicOrder = openOperation({
  method: 'GET',
  path: 'pedidos/pedidoDetalhes',
  title: 'Pedido como o parceiro o vê',
  perMinute: 30,
  input: objectOf({
    lojaId: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    uuid: { type: 'string', maxLength: 100 },
  }),
  output: {
    type: 'object',
    properties: {
      numero: text,
      data: text,
      tipo: text,
      status: text,
      observacao: text,
      ...Object.fromEntries(
        ['total_produtos', 'total_descontos', 'total_frete', 'total_seguro', 'total_outro', 'total_pedido'].map(name => [
          name,
          amount,
        ]),
      ),
      loja: texts(
        ...[
          'nome_fantasia',
          'razao_social',
          'cnpj',
          'fotoUrl',
          'logradouro',
          'numero',
          'bairro',
          'cidade',
          'uf',
          'cep',
          'telefone',
        ],
      ),
      parceiro: texts('nome_fantasia'),
      pix: { type: ['object', 'null'], description: 'Como pagar o que falta; nulo sem nada a receber', properties: shownCharge },
      itens: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            descricao: text,
            ...Object.fromEntries(
              ['quantidade', 'valor_unitario', 'valor_total', 'valor_desconto', 'valor_item'].map(name => [name, amount]),
            ),
          },
        },
      },
    },
  },
  messages: ['order.not-found', 'order.link-ended'],
  async run({ input: { lojaId, uuid }, database }) {
    const found = await database.read({ stores: [lojaId] }, async q => {
      const { rows } = await q.query<RowOf<'pedidos', 'id'> & { ended: boolean }>(ORDER, [lojaId, uuid])
      const [order] = rows
      if (!order) return undefined
      const { id, ended, ...shown } = order
      if (ended) throw new ApiError(410, 'order.link-ended')
      return { ...shown, pix: await pixOf(q, lojaId, id), itens: (await q.query(ITEMS, [lojaId, id])).rows }
    })
    if (!found) throw new ApiError(404, 'order.not-found')
    return new OperationReply(found, { 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' })
  },
})

/** A partner is told nothing of a store without a key, or with one that is none. */
async function pixOf(q: Queries, lojaId: number, id: string): Promise<ShownCharge | null> {
  const amount = (await q.query<{ rest: number | null }>(OPEN, [lojaId, id])).rows[0]?.rest
  if (!amount) return null
  const charge = await chargeByPix(q, { lojaId, amount, reference: `PEDIDO${id}` }).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  return charge?.codigo ? charge : null
}

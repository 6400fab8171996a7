import { type OperationContext, operation } from '../../../server/plugin.ts'
import type { DeliveryApp } from '../app.ts'

interface StoreRow {
  readonly lojaId: string
  readonly nome_fantasia: string | null
  readonly cnpj: string | null
  readonly name: string | null
  readonly menu: boolean
  readonly table: boolean
  readonly tab: boolean
  readonly digital: boolean
  readonly physical: boolean
  readonly allowed: boolean
  readonly published: string | null
}

/** Stores of one answer: a platform's administrator reaches all of them. */
const MOST = 200

const link = { type: ['string', 'null'] }

/** The stores whose menu the caller may publish, with the addresses that their apps have. */
export const publishableStores = (app: DeliveryApp) =>
  operation<{ readonly lojaId?: number }>({
    method: 'GET',
    path: 'Apps/lojasPublicaveis',
    title: 'Lojas cujo cardápio se pode publicar, com os endereços de seus apps',
    gate: 'cardapio_publicar',
    input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
    output: {
      type: 'object',
      properties: {
        lojas: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              lojaId: { type: 'integer' },
              nome_fantasia: { type: 'string' },
              cnpj: { type: ['string', 'null'] },
              delivery: link,
              mesa: link,
              comanda: link,
              publicado_em: { type: ['string', 'null'], format: 'date-time' },
              app: { type: 'boolean' },
              fisica: { type: 'boolean' },
            },
            required: ['lojaId', 'nome_fantasia', 'app', 'fisica'],
          },
        },
      },
      required: ['lojas'],
    },
    messages: [],
    run: async running => ({ lojas: (await readStores(running)).map(row => shownStore(row, app.pages)) }),
  })

async function readStores({ database, caller }: OperationContext<{ readonly lojaId?: number }>): Promise<StoreRow[]> {
  const { rows } = await database.read({ stores: caller.stores }, q =>
    q.query<StoreRow & Record<string, unknown>>(
      `SELECT l."lojaId", l.nome_fantasia, l.cnpj, l."appDeliveryUri" AS name,
         coalesce(l."appEntrega" OR l."appRetirada", false) AS menu, coalesce(l."appMesa", false) AS "table",
         coalesce(l."appMesa" AND l."appMesaComanda", false) AS tab, coalesce(l.cardapio_digital, false) AS digital,
         coalesce(l."publicarLojaFisica", false) AS physical, p.publicado_em AS published,
         $2 OR coalesce(bool_or(u.type = 1 OR u.cardapio_publicar), false) AS allowed
       FROM lojas l LEFT JOIN user_lojas u ON u."lojaId" = l."lojaId" AND u."userId" = $3
       LEFT JOIN "Loja_publicacoes" p ON p."lojaId" = l."lojaId" AND p.destino = 'APP'
       WHERE l."lojaId" = ANY ($1::bigint[]) AND ($2 = false OR l."lojaId" = $4 OR u.id IS NOT NULL)
       GROUP BY l."lojaId", l.id, p."lojaId", p.id ORDER BY l.nome_fantasia, l."lojaId" LIMIT ${MOST}`,
      [caller.stores, caller.admin, caller.userId, caller.storeId],
    ),
  )
  return rows.filter(({ allowed }) => allowed)
}

function shownStore(
  { lojaId, nome_fantasia, cnpj, name, menu, table, tab, digital, physical, published }: StoreRow,
  pages: string,
) {
  const address = (shown: boolean, below: string): string | null =>
    shown && name && pages !== '' ? `${pages}/${encodeURIComponent(name)}${below}` : null
  return {
    lojaId: Number(lojaId),
    nome_fantasia: nome_fantasia ?? '',
    cnpj,
    delivery: address(menu, ''),
    mesa: address(table, '/mesa/1'),
    comanda: address(tab, '/comanda/1'),
    publicado_em: published,
    app: digital,
    fisica: physical,
  }
}

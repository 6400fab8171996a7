import { type OperationContext, objectOf, operation, type RowOf } from '../../../server/plugin.ts'
import type { DeliveryApp } from '../app.ts'

interface StoreRow extends RowOf<'lojas', 'nome_fantasia' | 'cnpj'> {
  readonly lojaId: string
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
  operation({
    method: 'GET',
    path: 'Apps/lojasPublicaveis',
    title: 'Lojas cujo cardápio se pode publicar, com os endereços de seus apps',
    gate: 'cardapio_publicar',
    input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
    output: objectOf({
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
    }),
    messages: [],
    run: async running => ({ lojas: (await readStores(running)).map(row => shownStore(row, app.pages)) }),
  })

/** Told apart by three statements: one that joins them over all of a person's stores no distributed database takes. */
async function readStores({ database, caller }: OperationContext<{ readonly lojaId?: number }>): Promise<StoreRow[]> {
  const { stores, admin, storeId } = caller
  const rows = await database.read({ stores }, async q => {
    const ties = await q.query<{ lojaId: number; allowed: boolean }>(
      `SELECT "lojaId"::int, coalesce(bool_or(type = 1 OR cardapio_publicar), false) AS allowed FROM user_lojas
       WHERE "lojaId" = ANY ($1::bigint[]) AND "userId" = $2 GROUP BY "lojaId"`,
      [stores, caller.key?.giverId ?? caller.userId],
    )
    const allowed = new Map(ties.rows.map(tie => [tie.lojaId, tie.allowed]))
    const found = await q.query<Omit<StoreRow, 'allowed' | 'published'>>(
      `SELECT l."lojaId", l.nome_fantasia, l.cnpj, l."appDeliveryUri" AS name,
         coalesce(l."appEntrega" OR l."appRetirada", false) AS menu, coalesce(l."appMesa", false) AS "table",
         coalesce(l."appMesa" AND l."appMesaComanda", false) AS tab, coalesce(l.cardapio_digital, false) AS digital,
         coalesce(l."publicarLojaFisica", false) AS physical
       FROM lojas l WHERE l."lojaId" = ANY ($1::bigint[]) AND ($2 = false OR l."lojaId" = $3 OR l."lojaId" = ANY ($4::bigint[]))
       ORDER BY l.nome_fantasia, l."lojaId" LIMIT ${MOST}`,
      [stores, admin, storeId, [...allowed.keys()]],
    )
    const { rows: publications } = await q.query<{ lojaId: number; published: StoreRow['published'] }>(
      `SELECT "lojaId"::int, publicado_em AS published FROM "Loja_publicacoes" WHERE "lojaId" = ANY ($1::bigint[]) AND destino = 'APP'`,
      [stores],
    )
    const published = new Map(publications.map(row => [row.lojaId, row.published]))
    return found.rows.map(row => ({
      ...row,
      published: published.get(Number(row.lojaId)) ?? null,
      allowed: admin || allowed.get(Number(row.lojaId)) === true,
    }))
  })
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

import { operation, type Queries, type RowOf, requireStore, tableOf } from '../../../server/domain.ts'
import { branchScope } from '../branches/branches.ts'

interface Links {
  readonly register: string
  /** Its field that holds the other store. */
  readonly field: string
  readonly title: string
  /** Only stores with an address in the delivery app. */
  readonly inApp: boolean
}

interface StoreRow extends RowOf<'lojas', 'nome_fantasia' | 'cnpj' | 'appDeliveryUri'> {
  readonly id: number
}

/** The caller's other stores, which may be linked with the one at hand; those that are linked already come whatever became of them. */
const linkableStores = ({ register, field, title, inApp }: Links) =>
  operation({
    method: 'GET',
    path: `${register}/lojas`,
    title,
    gate: 'owner || admin',
    input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
    output: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          nome_fantasia: { type: ['string', 'null'] },
          cnpj: { type: ['string', 'null'] },
          appDeliveryUri: { type: ['string', 'null'] },
        },
      },
    },
    messages: [],
    async run({ database, model, caller }) {
      const own = requireStore(caller)
      const mine = caller.stores.filter(id => id !== own)
      const links = tableOf(model, register).sql
      return database.read(branchScope(caller), (q: Queries) =>
        q
          .query<StoreRow>(
            `SELECT s.id::int AS id, s."nome_fantasia", s.cnpj, s."appDeliveryUri" FROM ${tableOf(model, 'lojas').sql} s
            WHERE (s."lojaId" = ANY($1::bigint[]) AND s.ativo ${inApp ? `AND coalesce(s."appDeliveryUri", '') <> ''` : ''})
              OR s."lojaId" IN (SELECT l."${field}" FROM ${links} l WHERE l."lojaId" = $2)
            ORDER BY s."nome_fantasia", s.id`,
            [mine, own],
          )
          .then(({ rows }) => rows),
      )
    },
  })

/** Stores that may become branches of the one at hand. */
export const linkableBranches = linkableStores({
  register: 'Loja_filials',
  field: 'filialId',
  title: 'Lojas que podem ser filiais desta',
  inApp: false,
})

/** Stores that may send their orders to the one at hand. */
export const linkableKitchens = linkableStores({
  register: 'Loja_dark_kitchens',
  field: 'lojaDarkKitchenId',
  title: 'Lojas que podem enviar pedidos para esta',
  inApp: true,
})

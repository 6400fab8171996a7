import type { BatchStore, Job, Service } from '../../../server/domain.ts'
import { keepTreatments } from '../regime/menu/keepTreatments.ts'

/** Each night, by the store's clock: the law and its signs may have changed, and products may have come before there were proposals. */
export const proposeMenus: Job = {
  id: 'menu-treatments',
  cron: '30 4 * * *',
  perStore: true,
  run: ({ store, ...service }) => proposeMenuOf({ ...service, store }),
}

/** Works out the proposals of a store's products, or of those alone that are told, and tells who looks at them. */
export async function proposeMenuOf(
  {
    model,
    database,
    store,
    publish,
  }: Pick<Service, 'model' | 'database' | 'publish'> & { readonly store?: BatchStore | undefined },
  scope: readonly number[] | 'all' = 'all',
): Promise<void> {
  if (!store) return
  const { id: lojaId, zone } = store
  const ids = await database.write({ stores: [lojaId] }, q => keepTreatments({ q, model: model(), lojaId, zone }, scope))
  if (ids.length > 0) publish({ register: 'Produto_tratamentos', lojaId, ids })
}

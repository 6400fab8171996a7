import type { Job, JobContext } from '../../../server/domain.ts'
import { keepTreatments } from '../regime/menu/keepTreatments.ts'

/** Each night, by the store's clock: the law and its signs may have changed, and products may have come before there were proposals. */
export const proposeMenus: Job = {
  id: 'menu-treatments',
  cron: '30 4 * * *',
  perStore: true,
  run: context => proposeMenuOf(context),
}

/** Runs the job for its store. */
export async function proposeMenuOf({
  model,
  database,
  store,
  publish,
}: Pick<JobContext, 'model' | 'database' | 'publish'> & {
  readonly store?: Pick<NonNullable<JobContext['store']>, 'id' | 'zone'> | undefined
}): Promise<void> {
  if (!store) return
  const { id: lojaId, zone } = store
  const ids = await database.write({ stores: [lojaId] }, q => keepTreatments({ q, model: model(), lojaId, zone }, 'all'))
  if (ids.length > 0) publish({ register: 'Produto_tratamentos', lojaId, ids })
}

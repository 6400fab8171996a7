import { createBatches, type DataRow, type Effect, type RowOf, requireStore, type UnitOfWork } from '../../../server/domain.ts'
import { proposeMenuOf } from '../jobs/proposeMenus.ts'

/** Proposals follow a moment after the save, which does not wait for them: nobody reads them there, and the night looks through all of them. */
export const proposalBatches = createBatches((service, store, ids) => proposeMenuOf({ ...service, store }, ids))

/** Notes products whose proposals are to be worked out once the transaction stands. */
function note({ afterCommit, service, caller }: UnitOfWork, ...ids: readonly unknown[]): void {
  const store = { id: requireStore(caller), zone: caller.zone }
  const products = ids.map(Number).filter(id => id > 0)
  afterCommit.push(async () => proposalBatches.add(service, store, products))
}

/** A product that comes, changes or goes. */
export const proposeForProduct: Effect = {
  lists: [],
  async after({ record, work }) {
    note(work, record.id)
  },
  async remove({ before, work }) {
    note(work, before.id)
  },
}

/** A recipe sheet says that the house prepares its product. */
export const proposeForRecipe: Effect = {
  lists: [],
  async after({ record, before, work }) {
    note(work, record.produtoId, before?.produtoId)
  },
  async remove({ before, work }) {
    note(work, before.produtoId)
  },
}

/** The name of a group says what is in it. */
export const proposeForGroup: Effect = {
  lists: [],
  async after({ record, before, work }) {
    if (before && before.nome !== record.nome) note(work, ...(await productsOf(record, work)))
  },
}

async function productsOf({ id }: DataRow, { q, caller }: UnitOfWork): Promise<number[]> {
  const { rows } = await q.query<RowOf<'produtos', 'id'>>('SELECT id FROM produtos WHERE "lojaId" = $1 AND "grupoId" = $2', [
    requireStore(caller),
    id,
  ])
  return rows.map(row => Number(row.id))
}

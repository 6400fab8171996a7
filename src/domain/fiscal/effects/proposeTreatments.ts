import { type DataRow, type Effect, type RowOf, requireStore, type UnitOfWork } from '../../../server/domain.ts'
import { keepTreatmentsIn } from '../regime/menu/keepTreatments.ts'

interface Wanted {
  readonly products: Set<number>
}

/** Products of the transactions at hand so far, by their last steps. */
const wanted = new WeakMap<UnitOfWork['beforeCommit'], Wanted>()

/** Products are thought of once, when all of the transaction is written. */
function note(work: UnitOfWork, ...ids: readonly unknown[]): void {
  const { products } = wantedOf(work)
  for (const id of ids) if (Number(id) > 0) products.add(Number(id))
}

function wantedOf(work: UnitOfWork): Wanted {
  const known = wanted.get(work.beforeCommit)
  if (known) return known
  const made = { products: new Set<number>() }
  wanted.set(work.beforeCommit, made)
  work.beforeCommit.push(async () => {
    wanted.delete(work.beforeCommit)
    await keepTreatmentsIn(work, [...made.products])
  })
  return made
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

import { type DataRow, type Effect, requireStore, type UnitOfWork } from '../../../server/domain.ts'
import { keepTreatmentsIn } from '../regime/menu/keepTreatments.ts'

/** Products of the transactions at hand so far, by their last steps. */
const wanted = new WeakMap<UnitOfWork['beforeCommit'], Set<number>>()

/** Products are thought of once, when all of the transaction is written. */
function note(work: UnitOfWork, ...ids: readonly unknown[]): void {
  const known = wanted.get(work.beforeCommit) ?? new Set<number>()
  if (!wanted.has(work.beforeCommit)) {
    wanted.set(work.beforeCommit, known)
    work.beforeCommit.push(async () => {
      wanted.delete(work.beforeCommit)
      await keepTreatmentsIn(work, [...known])
    })
  }
  for (const id of ids) if (Number(id) > 0) known.add(Number(id))
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
  const { rows } = await q.query<{ id: number }>('SELECT id::float8 FROM produtos WHERE "lojaId" = $1 AND "grupoId" = $2', [
    requireStore(caller),
    id,
  ])
  return rows.map(row => row.id)
}

import { fetchPlanRows } from '../query/fetchPlanRows.ts'
import { planOwnFields } from '../query/planRecord.ts'
import { tableOf } from '../query/table.ts'
import type { Service } from '../service.ts'

type Row = Readonly<Record<string, unknown>>

/** The store's record with its child lists: what screens ask of `store` (how many price tables there are) they ask of the whole. */
export async function withStoreLists({ model: read, database }: Pick<Service, 'model' | 'database'>, store: Row): Promise<Row> {
  const model = read()
  const register = Object.values(model.registers).find(one => one.scope === 'self' && !one.from)
  if (!register || register.lists.length === 0) return store
  const id = Number(store.id)
  const context = { model, table: tableOf(model, register.name), zone: String(store.fuso_horario ?? 'America/Sao_Paulo') }
  const plan = planOwnFields([id], context, { admin: false, storeId: id, stores: [id], rights: {} })
  const [row] = await database.read({ stores: [id] }, q => fetchPlanRows(plan, q))
  return { ...store, ...Object.fromEntries(register.lists.map(({ name }) => [name, row?.[name] ?? []])) }
}

import type { Model } from '../../model/model.ts'
import type { Caller, Queries } from '../caller.ts'
import { planList } from '../query/include.ts'
import { inStore } from '../query/narrow.ts'
import { fetchRows } from '../query/run.ts'
import { briefColumns, tableOf } from '../query/table.ts'
import { labelOf } from '../write/history.ts'
import type { Naming } from './changes.ts'

/** Names the records with these keys, each register by one query; what is gone is named by its key. */
export async function namingOf(
  wanted: ReadonlyMap<string, ReadonlySet<unknown>>,
  model: Model,
  caller: Caller,
  q: Queries,
): Promise<Naming> {
  const names = new Map<string, string>()
  for (const [register, ids] of wanted) {
    if (!model.registers[register]) continue
    const table = tableOf(model, register)
    const keys = [...ids].flatMap(id => {
      const key = table.id.kind.accept(id, table.id.field)
      return key.ok ? [key.value] : []
    })
    const plan = { ...planList({}, { model, table, zone: caller.zone }), columns: briefColumns(table), limit: keys.length }
    const found = await fetchRows(inStore({ ...plan, where: [{ at: { column: table.id }, test: 'in', value: keys }] }, caller), q)
    for (const row of found) names.set(`${register} ${row.id}`, labelOf(row, table) || String(row.id))
  }
  return (register, id) => names.get(`${register} ${id}`) ?? String(id)
}

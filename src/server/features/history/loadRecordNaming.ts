import type { Model } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import type { Queries } from '../../database/queries.ts'
import { fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planList } from '../../query/planList.ts'
import { restrictToStore } from '../../query/restrictPlan.ts'
import { referenceLabelColumns, tableOf } from '../../query/table.ts'
import { recordLabel } from '../../write/writeHistory.ts'
import type { RecordNaming } from './historyChanges.ts'

/** Names the records with these keys, each register by one query; what is gone is named by its key. */
export async function loadRecordNaming(
  wanted: ReadonlyMap<string, ReadonlySet<unknown>>,
  model: Model,
  caller: Caller,
  q: Queries,
): Promise<RecordNaming> {
  const names = new Map<string, string>()
  for (const [register, ids] of wanted) {
    if (!model.registers[register]) continue
    const table = tableOf(model, register)
    const keys = [...ids].flatMap(id => {
      const key = table.id.kind.accept(id, table.id.field)
      return key.ok ? [key.value] : []
    })
    const plan = {
      ...planList({}, { model, table, zone: caller.zone }),
      columns: referenceLabelColumns(table),
      limit: keys.length,
    }
    const found = await fetchPlanRows(
      restrictToStore({ ...plan, where: [{ path: { column: table.id }, test: 'in', value: keys }] }, caller),
      q,
    )
    for (const row of found) names.set(`${register} ${row.id}`, recordLabel(row, table) || String(row.id))
  }
  return (register, id) => names.get(`${register} ${id}`) ?? String(id)
}

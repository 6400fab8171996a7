import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { tableOf } from './table.ts'

/** Returns what people call a record of the store, or of a register that all share; undefined where there is none with this key. */
export async function nameOfRecord(
  q: Queries,
  model: Model,
  { register: to, id, lojaId }: { readonly register: string; readonly id: unknown; readonly lojaId: number },
): Promise<string | undefined> {
  const table = tableOf(model, to)
  const label = table.byName.get(table.register.label) ?? table.id
  const isOwn = table.register.scope === 'store'
  const { rows } = await q.query<{ name: unknown }>(
    `SELECT ${label.sql} AS name FROM ${table.sql} WHERE ${table.id.sql} = $1${isOwn ? ' AND "lojaId" = $2' : ''}`,
    isOwn ? [String(id), lojaId] : [String(id)],
  )
  const [found] = rows
  if (!found) return undefined
  return table.register.textKey ? `${id} ${found.name ?? ''}`.trim() : String(found.name ?? id)
}

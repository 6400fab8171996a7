import { membersOf } from '../../base/record.ts'

/** The stores that a call's `filter` names, as LoopBack has it: `{lojaId}` or `{where: {lojaId}}`. What is no JSON names none. */
export function storesOfFilter(filter: unknown): unknown[] {
  if (typeof filter !== 'string') return []
  try {
    const { lojaId, where } = membersOf(JSON.parse(filter))
    return [lojaId, membersOf(where).lojaId]
  } catch {
    return []
  }
}

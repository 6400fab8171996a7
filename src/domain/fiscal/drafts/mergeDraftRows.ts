import { isRecord } from '../../../base/record.ts'
import type { DataRow } from '../../../server/domain.ts'

/**
 * A list as it will be once a body is laid over what stands, in the order of the body: rows that go keep their mark, the others are whole.
 * Undefined where the body holds no list at all, which its check tells.
 */
export function mergeDraftRows(given: unknown, standing: readonly DataRow[]): DataRow[] | undefined {
  if (given === undefined) return standing.map(row => ({ ...row }))
  if (!Array.isArray(given) || !given.every(isRecord)) return undefined
  const byId = new Map(standing.map(row => [String(row.id), row]))
  const rows = given.map(row => {
    const before = byId.get(String(row.id))
    if (before) byId.delete(String(row.id))
    return { ...before, ...row }
  })
  return [...rows, ...[...byId.values()].map(row => ({ ...row }))]
}

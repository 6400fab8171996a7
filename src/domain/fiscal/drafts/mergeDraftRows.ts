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

/** Whether a row stays. */
export const stays = (row: DataRow): boolean => row.deletar !== true

/** A number as bodies and rows have it; what is none counts as 0, and is refused by the check. */
export function numberIn(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 0
}

/** A text, and none where there is nothing. */
export const draftText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Whether a field holds nothing. */
export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

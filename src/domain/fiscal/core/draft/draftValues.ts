/** A draft's record or row, as bodies, tables and forms have it. */
export type DraftRecord = Readonly<Record<string, unknown>>

/** Tells whether a row stays. */
export const stays = (row: DraftRecord): boolean => row.deletar !== true

/** A number as bodies and rows have it; what is none counts as 0, and is refused by the check. */
export function numberIn(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 0
}

/** A text, and none where there is nothing. */
export const draftText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Tells whether a field holds nothing. */
export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

import type { RowTypes } from '../../../generated/rows.ts'
import type { Queries } from '../../database/queries.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'

type Written<Value> = Value extends `${number}` ? number | string : Value

/** Values of columns as a statement takes them: whole numbers of 8 bytes and decimals may be numbers or their texts. */
export type ValuesOf<Name extends keyof RowTypes, Column extends keyof RowTypes[Name]> = {
  readonly [Each in Column]: Written<RowTypes[Name][Each]>
}

/** Tells whether a table of a register, or of a list, has a row with these values; its store is one of them. */
export async function hasRow<Name extends keyof RowTypes>(
  q: Queries,
  table: Name,
  values: Partial<ValuesOf<Name, keyof RowTypes[Name]>>,
): Promise<boolean> {
  const asked = Object.keys(values).map((name, at) => `${quotedIdentifier(name)} = $${at + 1}`)
  const text = `SELECT FROM ${quotedIdentifier(table)} WHERE ${asked.join(' AND ')} LIMIT 1`
  return (await q.query(text, Object.values(values))).rowCount > 0
}

/** Locks these rows of a store in the order of their keys, until the transaction ends. Gives the keys of those that are there. */
export async function lockRows(
  q: Queries,
  table: keyof RowTypes,
  lojaId: number,
  ids: readonly number[],
  lock: 'UPDATE' | 'NO KEY UPDATE' | 'SHARE' = 'UPDATE',
): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await q.query<{ id: string }>(
    `SELECT t.id FROM ${quotedIdentifier(table)} t WHERE t."lojaId" = $1 AND t.id = ANY ($2::bigint[]) ORDER BY t.id FOR ${lock}`,
    [lojaId, ids],
  )
  return rows.map(({ id }) => Number(id))
}

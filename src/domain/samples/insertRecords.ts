import type { RecordTypes } from '../../generated/records.ts'

export type IdsByName = ReadonlyMap<string, number>

/** A record of a register, with as many of its fields as are told. */
export type PartialRecord<Name extends keyof RecordTypes> = Readonly<Partial<RecordTypes[Name]>>

/** Inserts records of a register for a store (null for a global one) and gives their keys in order. */
export type InsertRecords = <Name extends keyof RecordTypes>(
  register: Name,
  lojaId: number | null,
  rows: readonly PartialRecord<Name>[],
) => Promise<unknown[]>

/** Inserts and gives the keys by the value of a field. */
export async function insertNamed<Name extends keyof RecordTypes>(
  insert: InsertRecords,
  register: Name,
  lojaId: number | null,
  rows: readonly PartialRecord<Name>[],
  by: keyof RecordTypes[Name],
): Promise<IdsByName> {
  const ids = await insert(register, lojaId, rows)
  return new Map(rows.map((row, at) => [String(row[by]), Number(ids[at])]))
}

export function idByName(ids: IdsByName, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo names what it does not have: ${name}`)
  return id
}

export type DemoRow = Readonly<Record<string, unknown>>
export type IdsByName = ReadonlyMap<string, number>

/** Inserts records of a register for a store (null for a global one) and gives their keys in order. */
export type InsertRecords = (register: string, lojaId: number | null, rows: readonly DemoRow[]) => Promise<unknown[]>

/** Inserts and gives the keys by the value of a field. */
export async function insertNamed(
  insert: InsertRecords,
  register: string,
  lojaId: number | null,
  rows: readonly DemoRow[],
  by: string,
): Promise<IdsByName> {
  const ids = await insert(register, lojaId, rows)
  return new Map(rows.map((row, at) => [String(row[by]), Number(ids[at])]))
}

export function idByName(ids: IdsByName, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo names what it does not have: ${name}`)
  return id
}

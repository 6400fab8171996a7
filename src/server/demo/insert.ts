export type Row = Readonly<Record<string, unknown>>
export type Ids = ReadonlyMap<string, number>

/** Inserts records of a register for a store (null for a global one) and gives their keys in order. */
export type Insert = (register: string, lojaId: number | null, rows: readonly Row[]) => Promise<unknown[]>

/** Inserts and gives the keys by the value of a field. */
export async function insertNamed(
  insert: Insert,
  register: string,
  lojaId: number | null,
  rows: readonly Row[],
  by: string,
): Promise<Ids> {
  const ids = await insert(register, lojaId, rows)
  return new Map(rows.map((row, at) => [String(row[by]), Number(ids[at])]))
}

export function idOf(ids: Ids, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo names what it does not have: ${name}`)
  return id
}

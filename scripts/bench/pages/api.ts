/** A record as the API gives it. */
export type Row = Record<string, unknown> & { readonly id: number; readonly version?: number }

/** One cell that was changed. */
export interface Change {
  readonly id: number
  readonly column: string
  readonly value: unknown
}

/** The signed-in user, as our pages keep it. */
const key = (name: string): string => localStorage.getItem(name) ?? ''

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const reply = await fetch(path, {
    method,
    headers: { Authorization: key('token'), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return (await reply.json()) as T
}

/** A page of rows, by the very address that our page asks. */
export const readRows = (register: string, filter: unknown): Promise<readonly Row[]> =>
  ask('GET', `/api/${register}?filter=${encodeURIComponent(JSON.stringify(filter))}&lojaId=${key('lojaId')}`)

export const readRow = (register: string, id: number): Promise<Row> =>
  ask('GET', `/api/${register}/${id}?lojaId=${key('lojaId')}`)

/** Saves cells of many rows as one request; gives the rows as they stand. */
export async function saveCells(
  register: string,
  rows: readonly Row[],
  changes: readonly Change[],
): Promise<ReadonlyMap<number, Row>> {
  const versions = new Map(rows.map(row => [row.id, row.version]))
  const items = new Map<number, Record<string, unknown>>()
  for (const { id, column, value } of changes)
    items.set(id, { ...(items.get(id) ?? { id, version: versions.get(id) }), [column]: value })
  const body = { lojaId: Number(key('lojaId')), itens: [...items.values()], validas: false }
  const { registros } = await ask<{ registros: readonly Row[] }>('POST', `/api/${register}/alterarVarios`, body)
  return new Map(registros.map(row => [row.id, row]))
}

import type { Queries } from '../caller.ts'

/** Who did something, as it is shown. */
export interface Author {
  readonly id: number
  readonly nome: string
  readonly email: string
}

/** The people with these keys. Users belong to no store: who wrote in a store may be named to who may read it. */
export async function authorsOf(ids: Iterable<number | null>, q: Queries): Promise<Map<number, Author>> {
  const wanted = [...new Set(ids)].filter(id => id !== null)
  if (wanted.length === 0) return new Map()
  const { rows } = await q.query('SELECT id, nome, email FROM users WHERE id = ANY($1)', [wanted])
  return new Map(
    rows.map(row => {
      const author = { id: Number(row.id), nome: String(row.nome ?? row.email ?? ''), email: String(row.email ?? '') }
      return [author.id, author] as const
    }),
  )
}

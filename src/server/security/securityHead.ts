import type { Queries } from '../database/queries.ts'
import type { Secrets } from '../database/secret.ts'

/** The last line of a store's log, as it is kept apart from the log: who cuts lines off its end does not reach it without the key. */
export interface SecurityHead {
  readonly sequencia: number
  readonly hash: string
  /** When that line was written, ISO 8601. */
  readonly at: string
  /** It was missing once though lines had been sealed before: whoever took it away may have taken lines, too. */
  readonly lost?: boolean
}

/** A head that is there and says nothing: it was written by somebody without the key. */
export const FORGED = 'forged'

const place = 'system.security_heads.head'

function openHead(secrets: Secrets, lojaId: number, row: { readonly sequencia: string; readonly head: string }) {
  try {
    const { store, ...head }: SecurityHead & { readonly store: number } = JSON.parse(secrets.open(row.head, place))
    return store === lojaId && head.sequencia === Number(row.sequencia) ? head : FORGED
  } catch {
    return FORGED
  }
}

/** The head of a store's log; undefined where it has none. */
export async function readHead(q: Queries, secrets: Secrets, lojaId: number): Promise<SecurityHead | typeof FORGED | undefined> {
  const { rows } = await q.query<{ sequencia: string; head: string }>(
    'SELECT sequencia, head FROM system.security_heads WHERE "lojaId" = $1',
    [lojaId],
  )
  return rows[0] && openHead(secrets, lojaId, rows[0])
}

/** Since when this installation seals heads, as far as they tell; undefined before the first. */
export async function sealedSince(q: Queries): Promise<Date | undefined> {
  const { rows } = await q.query<{ since: Date | string | null }>('SELECT min("createdAt") AS since FROM system.security_heads')
  const since = rows[0]?.since
  return since ? new Date(since) : undefined
}

/** Seals the head anew, unless a later line was sealed meanwhile. */
export async function sealHead(q: Queries, secrets: Secrets, lojaId: number, head: SecurityHead): Promise<void> {
  await q.query(
    `INSERT INTO system.security_heads AS h ("lojaId", sequencia, head) VALUES ($1, $2, $3)
     ON CONFLICT ("lojaId") DO UPDATE SET sequencia = excluded.sequencia, head = excluded.head WHERE excluded.sequencia > h.sequencia`,
    [lojaId, head.sequencia, secrets.seal(JSON.stringify({ store: lojaId, ...head }), place)],
  )
}

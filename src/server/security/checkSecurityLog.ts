import { registerOfRole } from '../../model/access/roles.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import type { Secrets } from '../database/secret.ts'
import { roleTable } from '../roleTable.ts'
import { hashOfLine } from './securityEvent.ts'
import { FORGED, readHead, type SecurityHead, sealedSince } from './securityHead.ts'

/** How a store's security log was found. */
export interface SecurityLogCheck {
  readonly linhas: number
  readonly integro: boolean
  /** The first line that was changed, or before which one is missing; the number after the last one where the end is missing. */
  readonly primeiraQuebra: { readonly sequencia: number; readonly quando: string } | null
}

interface StoredLine {
  readonly sequencia: string
  readonly evento: string
  readonly userId: string | null
  readonly autorId: string | null
  readonly endereco: string | null
  readonly dispositivo: string | null
  readonly detalhe: string | null
  readonly createdAt: Date | string
  readonly anterior: string | null
  readonly hash: string
}

const PAGE = 2_000
/** Days for which lines are kept. */
const KEPT_DAYS = 366

interface Walk {
  readonly linhas: number
  readonly last: { readonly sequencia: number; readonly hash: string; readonly quando: string } | undefined
  readonly broken: SecurityLogCheck['primeiraQuebra']
  /** The hash of the line that the head names. */
  readonly sealed: string | undefined
}

/**
 * Reads a store's chain from its oldest line on, and compares its end with the head that is sealed apart. What came before the oldest was swept, and is
 * believed. The head is read first: lines that come meanwhile are after it.
 */
export async function checkSecurityLog(q: Queries, secrets: Secrets, model: Model, lojaId: number): Promise<SecurityLogCheck> {
  const head = await readHead(q, secrets, lojaId)
  const { linhas, last, broken, sealed } = await walk(q, roleTable(model, 'security'), lojaId, head === FORGED ? undefined : head)
  const found = (primeiraQuebra: SecurityLogCheck['primeiraQuebra']): SecurityLogCheck => ({
    linhas,
    integro: primeiraQuebra === null,
    primeiraQuebra,
  })
  if (broken) return found(broken)
  const after = { sequencia: (last?.sequencia ?? 0) + 1, quando: last?.quando ?? new Date().toISOString() }
  if (head === FORGED) return found(after)
  if (head === undefined) {
    const since = last && (await sealedSince(q))
    return found(since && last && new Date(last.quando) > since ? after : null)
  }
  if (head.lost || (sealed === undefined && isKept(head.at))) return found({ ...after, quando: head.at })
  return found(sealed === undefined || sealed === head.hash ? null : { sequencia: head.sequencia, quando: head.at })
}

/** Tells whether a line of this moment cannot have been swept yet. */
const isKept = (at: string): boolean => Date.parse(at) > Date.now() - KEPT_DAYS * 86_400_000

async function walk(q: Queries, table: string, lojaId: number, head: SecurityHead | undefined): Promise<Walk> {
  let sealed: string | undefined
  let linhas = 0
  let last: Walk['last']
  for (;;) {
    const { rows } = await q.query<StoredLine>(
      `SELECT sequencia, evento, "userId", "autorId", endereco, dispositivo, detalhe, "createdAt", anterior, hash FROM ${table}
       WHERE "lojaId" = $1 AND sequencia > $2 ORDER BY sequencia LIMIT $3`,
      [lojaId, last?.sequencia ?? 0, PAGE],
    )
    for (const row of rows) {
      const sequencia = Number(row.sequencia)
      const quando = new Date(row.createdAt).toISOString()
      const anterior = row.anterior ?? ''
      const follows = last === undefined || (last.sequencia + 1 === sequencia && last.hash === anterior)
      const whole = hashOfLine({ ...row, ...numbersOf(row), lojaId, sequencia, createdAt: quando, anterior }) === row.hash
      linhas++
      if (!follows || !whole) return { linhas, last, sealed, broken: { sequencia, quando } }
      last = { sequencia, hash: row.hash, quando }
      if (sequencia === head?.sequencia) sealed = row.hash
    }
    if (rows.length < PAGE) return { linhas, last, sealed, broken: null }
  }
}

const numbersOf = ({ userId, autorId }: StoredLine): { userId: number | null; autorId: number | null } => ({
  userId: userId === null ? null : Number(userId),
  autorId: autorId === null ? null : Number(autorId),
})

/** Lets lines go that are older than a year. */
export async function removeOldSecurityLines(context: {
  readonly model: () => Model
  readonly database: { readonly system: Queries }
}): Promise<void> {
  const model = context.model()
  if (!registerOfRole(model, 'security')) return
  await context.database.system.query(
    `DELETE FROM ${roleTable(model, 'security')} WHERE "createdAt" < now() - $1::int * interval '1 day'`,
    [KEPT_DAYS],
  )
}

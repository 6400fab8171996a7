import { registerOfRole } from '../../model/access/roles.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../access/caller.ts'
import { roleTable } from '../roleTable.ts'
import { hashOfLine } from './securityEvent.ts'

/** How a store's security log was found. */
export interface SecurityLogCheck {
  readonly linhas: number
  readonly integro: boolean
  /** The first line that was changed, or before which one is missing. */
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

/** Reads a store's chain from its oldest line on. What came before that one was swept, and is believed. */
export async function checkSecurityLog(q: Queries, model: Model, lojaId: number): Promise<SecurityLogCheck> {
  const table = roleTable(model, 'security')
  let linhas = 0
  let last: { sequencia: number; hash: string } | undefined
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
      if (!follows || !whole) return { linhas, integro: false, primeiraQuebra: { sequencia, quando } }
      last = { sequencia, hash: row.hash }
    }
    if (rows.length < PAGE) return { linhas, integro: true, primeiraQuebra: null }
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

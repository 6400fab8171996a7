import type { Queries } from '../../database/queries.ts'
import { describeAgent } from '../../security/describeAgent.ts'

/** A session as people see it. */
export interface SessionCard {
  /** Names the session; opens nothing. */
  readonly id: string
  readonly dispositivo: string
  readonly endereco: string
  /** ISO 8601. */
  readonly entrou_em: string
  readonly usado_em: string
}

/** A session with what the server knows it by. */
export interface ListedSession extends SessionCard {
  readonly userId: number
  /** Hash of its token. */
  readonly token: string
}

interface Row {
  readonly token: string
  readonly userId: string
  readonly createdAt: Date | string
  readonly usedAt: Date | string
  readonly address: string | null
  readonly agent: string | null
}

/** Letters of the hash of a session's token by which people name it. */
const NAME_LENGTH = 24

/** The open sessions of these people, the last used first. */
export async function listSessions(q: Queries, userIds: readonly number[]): Promise<ListedSession[]> {
  const { rows } = await q.query<Row>(
    `SELECT token, "userId", "createdAt", "usedAt", address, agent FROM system.sessions
     WHERE "userId" = ANY ($1) AND "expiresAt" > now() ORDER BY "usedAt" DESC, token`,
    [userIds],
  )
  return rows.map(({ token, userId, createdAt, usedAt, address, agent }) => ({
    id: token.slice(0, NAME_LENGTH),
    token,
    userId: Number(userId),
    dispositivo: describeAgent(agent ?? ''),
    endereco: address ?? '',
    entrou_em: new Date(createdAt).toISOString(),
    usado_em: new Date(usedAt).toISOString(),
  }))
}

import { createHash } from 'node:crypto'
import { registerOfRole } from '../../model/access/roles.ts'
import type { Model } from '../../model/model.ts'
import { namesOfKeys } from '../access/apiKeys.ts'
import type { Queries } from '../database/queries.ts'
import { type Secrets, secretsOfInstallation } from '../database/secret.ts'
import { roleTable } from '../roleTable.ts'
import type { Service } from '../service.ts'
import { FORGED, readHead, type SecurityHead, sealedSince, sealHead } from './securityHead.ts'

/** The kinds of events: values of the register's `evento`, whose titles people read. */
const securityEventKinds = [
  'login',
  'login-failed',
  'login-refused',
  'logout',
  'new-device',
  'session-ended',
  'password-changed',
  'reset-asked',
  'password-reset',
  'second-factor-changed',
  'second-factor-failed',
  'email-change-asked',
  'email-changed',
  'identity-confirmed',
  'identity-failed',
  'export',
  'person-exported',
  'person-erased',
  'access-given',
  'access-removed',
  'role-changed',
  'blocked',
  'unblocked',
  'key-changed',
  'protected-call',
] as const

export type SecurityEventKind = (typeof securityEventKinds)[number]

export interface SecurityEvent {
  readonly kind: SecurityEventKind
  /** The account it is about; undefined where that is not known. */
  readonly userId?: number | undefined
  /** The person who brought it about, where that is somebody else. */
  readonly authorId?: number | undefined
  /** The store it is about, 0 for none; left out, it is told in each store of the person. */
  readonly lojaId?: number | undefined
  readonly address?: string | undefined
  readonly device?: string | undefined
  /** Further words for people: no secret, and nothing that somebody typed as a name or password. */
  readonly detail?: string | undefined
}

/** The store of what is about none: administrators alone see it. */
const NO_STORE = 0
/** Others may note in the same store at the same moment; each time one of them comes through. */
const MOST_TRIES = 100

const lengths = { address: 60, device: 120, detail: 300 } as const

/** A line as it is stored. */
export interface SecurityLine {
  readonly lojaId: number
  readonly sequencia: number
  readonly evento: string
  readonly userId: number | null
  readonly autorId: number | null
  readonly endereco: string | null
  readonly dispositivo: string | null
  readonly detalhe: string | null
  /** ISO 8601, to the millisecond. */
  readonly createdAt: string
  /** The hash of the line before; empty for the first one. */
  readonly anterior: string
}

/** Returns the hash of a line: over all that it holds, and by the hash of the one before over all that came earlier. */
export const hashOfLine = (line: SecurityLine): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        line.lojaId,
        line.sequencia,
        line.evento,
        line.userId,
        line.autorId,
        line.endereco,
        line.dispositivo,
        line.detalhe,
        line.createdAt,
        line.anterior,
      ]),
    )
    .digest('hex')

/**
 * Notes an event in the security log, in each store that it concerns. What it is about has happened: a log that cannot be written is told of
 * in the server's own, and the caller goes on.
 */
export async function noteSecurityEvent(service: Service, told: SecurityEvent): Promise<void> {
  const { database, log } = service
  const model = service.model()
  if (!registerOfRole(model, 'security')) return
  try {
    const event = await withKeyName(database.system, told)
    const log = { q: database.system, secrets: secretsOfInstallation(service.dataDir), table: roleTable(model, 'security') }
    for (const lojaId of await storesOf(database.system, model, event)) await append(log, lojaId, event)
  } catch (error) {
    log.error({ err: error, event: told.kind }, 'security event not noted')
  }
}

/** The same event; where a program made it with a key, the key is named in its words, since it is no person. */
async function withKeyName(q: Queries, event: SecurityEvent): Promise<SecurityEvent> {
  const { userId = 0, authorId = 0, detail } = event
  const author = Math.min(userId, authorId)
  if (author >= 0) return event
  const named = `Chave ${(await namesOfKeys(q, [author])).get(author) ?? -author}`
  return {
    ...event,
    userId: userId < 0 ? undefined : event.userId,
    authorId: authorId < 0 ? undefined : event.authorId,
    detail: detail ? `${named}: ${detail}` : named,
  }
}

async function storesOf(q: Queries, model: Model, { lojaId, userId }: SecurityEvent): Promise<readonly number[]> {
  if (lojaId !== undefined) return [lojaId]
  if (userId === undefined) return [NO_STORE]
  const { rows } = await q.query<{ lojaId: string }>(
    `SELECT DISTINCT "lojaId" FROM ${roleTable(model, 'memberships')} WHERE "userId" = $1`,
    [userId],
  )
  return rows.length > 0 ? rows.map(row => Number(row.lojaId)) : [NO_STORE]
}

interface Log {
  readonly q: Queries
  readonly secrets: Secrets
  readonly table: string
}

interface LastLine {
  readonly sequencia: string
  readonly hash: string
  readonly createdAt: Date | string
}

/** Tells whether lines were written since heads are sealed, and the store has none. */
async function isHeadLost(q: Queries, last: LastLine | undefined): Promise<boolean> {
  const since = last && (await sealedSince(q))
  return since !== undefined && new Date(last?.createdAt ?? 0) > since
}

/** The line that the next one follows: the last line, or the head where lines after it were cut off, which leaves a gap that is seen. */
const followed = (
  last: LastLine | undefined,
  head: SecurityHead | typeof FORGED | undefined,
): { readonly sequencia: number; readonly hash: string } => {
  const sequencia = Number(last?.sequencia ?? 0)
  return head && head !== FORGED && head.sequencia > sequencia ? head : { sequencia, hash: last?.hash ?? '' }
}

/** Adds a line after the last one. Who was faster has its number: then the line goes after theirs. */
async function append({ q, secrets, table }: Log, lojaId: number, event: SecurityEvent): Promise<void> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const head = await readHead(q, secrets, lojaId)
    const { rows } = await q.query<LastLine>(
      `SELECT sequencia, hash, "createdAt" FROM ${table} WHERE "lojaId" = $1 ORDER BY sequencia DESC LIMIT 1`,
      [lojaId],
    )
    const line = lineOf(event, lojaId, followed(rows[0], head))
    const hash = hashOfLine(line)
    const { rowCount } = await q.query(
      `INSERT INTO ${table} ("lojaId", sequencia, evento, "userId", "autorId", endereco, dispositivo, detalhe, "createdAt", anterior, hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`,
      [
        line.lojaId,
        line.sequencia,
        line.evento,
        line.userId,
        line.autorId,
        line.endereco,
        line.dispositivo,
        line.detalhe,
        line.createdAt,
        line.anterior,
        hash,
      ],
    )
    if (rowCount === 0) continue
    const lost = head === undefined ? await isHeadLost(q, rows[0]) : head !== FORGED && head.lost === true
    const { sequencia, createdAt: at } = line
    // One that is forged stays, to be found.
    if (head !== FORGED) await sealHead(q, secrets, lojaId, { sequencia, hash, at, ...(lost ? { lost } : {}) })
    return
  }
  throw new Error(`No place in the security log of store ${lojaId} after ${MOST_TRIES} tries`)
}

function lineOf(event: SecurityEvent, lojaId: number, last: { readonly sequencia: number; readonly hash: string }): SecurityLine {
  const text = (name: keyof typeof lengths): string | null => event[name]?.slice(0, lengths[name]) || null
  return {
    lojaId,
    sequencia: last.sequencia + 1,
    evento: event.kind,
    userId: event.userId ?? null,
    autorId: event.authorId ?? null,
    endereco: text('address'),
    dispositivo: text('device'),
    detalhe: text('detail'),
    createdAt: new Date().toISOString(),
    anterior: last.hash,
  }
}

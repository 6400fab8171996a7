import { randomUUID } from 'node:crypto'
import type { Queries } from '../../database/queries.ts'

/** A step that waits for others, or what became of it. */
export interface WayRequest {
  readonly id: string
  readonly register: string
  readonly record: string
  readonly way: string
  readonly version: number
  /** Values of the fields that the way asks for. */
  readonly said: Readonly<Record<string, unknown>>
  readonly userId: number
  readonly name: string
  readonly approved: readonly { readonly userId: number; readonly name: string; readonly at: string }[]
  readonly state: string
  readonly decided: string | null
  readonly reason: string | null
  readonly createdAt: string
}

/** The record of a store that a request is about. */
export interface RequestPlace {
  readonly lojaId: number
  readonly register: string
  readonly record: string
}

type Row = Omit<WayRequest, 'version' | 'userId' | 'createdAt'> & { version: string; userId: string; createdAt: Date | string }

const read = (row: Row): WayRequest => ({
  ...row,
  version: Number(row.version),
  userId: Number(row.userId),
  createdAt: new Date(row.createdAt).toISOString(),
})

/** Keeps a request. False where one waits already. */
export async function addRequest(
  q: Queries,
  { lojaId, register, record }: RequestPlace,
  { way, version, said, userId, name }: Pick<WayRequest, 'way' | 'version' | 'said' | 'userId' | 'name'>,
): Promise<string | undefined> {
  const id = randomUUID()
  const { rowCount } = await q.query(
    `INSERT INTO system.way_requests ("lojaId", id, register, record, way, version, said, "userId", name)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [lojaId, id, register, record, way, version, JSON.stringify(said), userId, name],
  )
  return rowCount > 0 ? id : undefined
}

/** The newest requests of a record, those that wait first. */
export async function requestsOf(q: Queries, { lojaId, register, record }: RequestPlace): Promise<WayRequest[]> {
  const { rows } = await q.query<Row>(
    `SELECT id, register, record, way, version, said, "userId", name, approved, state, decided, reason, "createdAt" FROM system.way_requests
     WHERE "lojaId" = $1 AND register = $2 AND record = $3 ORDER BY state = 'waiting' DESC, "createdAt" DESC LIMIT 20`,
    [lojaId, register, record],
  )
  return rows.map(read)
}

/** The request that waits for a way, held until the transaction ends. */
export async function holdRequest(
  q: Queries,
  { lojaId, register, record }: RequestPlace,
  way: string,
): Promise<WayRequest | undefined> {
  const { rows } = await q.query<Row>(
    `SELECT id, register, record, way, version, said, "userId", name, approved, state, decided, reason, "createdAt" FROM system.way_requests
     WHERE "lojaId" = $1 AND register = $2 AND record = $3 AND way = $4 AND state = 'waiting' FOR UPDATE`,
    [lojaId, register, record, way],
  )
  return rows.map(read)[0]
}

/** Notes one of two approvals. */
export async function addApproval(q: Queries, lojaId: number, id: string, by: WayRequest['approved'][number]): Promise<void> {
  await q.query(`UPDATE system.way_requests SET approved = approved || $3::jsonb WHERE "lojaId" = $1 AND id = $2`, [
    lojaId,
    id,
    JSON.stringify([by]),
  ])
}

/** Ends a request: what was said in it stands in the record by then, or is nobody's business any more. */
export async function endRequest(
  q: Queries,
  lojaId: number,
  id: string,
  {
    state,
    decided,
    reason,
  }: { readonly state: 'approved' | 'refused' | 'stale'; readonly decided: string; readonly reason?: string | undefined },
): Promise<void> {
  await q.query(
    `UPDATE system.way_requests SET state = $3, decided = $4, reason = $5, said = '{}', "endedAt" = now() WHERE "lojaId" = $1 AND id = $2`,
    [lojaId, id, state, decided, reason ?? null],
  )
}

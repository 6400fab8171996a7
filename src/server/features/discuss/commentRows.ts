import type { Queries } from '../../database/queries.ts'

/** A comment as it is kept; ids of people are numbers. */
export interface CommentRow {
  readonly id: string
  readonly answers: string | null
  readonly userId: number
  readonly body: string
  readonly mentions: readonly number[]
  readonly assigneeId: number | null
  /** A day. */
  readonly due: string | null
  readonly doneAt: string | null
  readonly doneBy: number | null
  readonly editedAt: string | null
  readonly removedAt: string | null
  readonly createdAt: string
}

/** The record that comments are about: `register` is the name under which the history knows it. */
export interface CommentPlace {
  readonly lojaId: number
  readonly register: string
  readonly record: string
}

const columns = `id, answers, "userId"::float8 AS "userId", body, mentions::float8[] AS mentions, "assigneeId"::float8 AS "assigneeId",
  due::text AS due, "doneAt", "doneBy"::float8 AS "doneBy", "editedAt", "removedAt", "createdAt"`

type Moment = Date | string | null
type Row = Omit<CommentRow, 'doneAt' | 'editedAt' | 'removedAt' | 'createdAt'> & {
  doneAt: Moment
  editedAt: Moment
  removedAt: Moment
  createdAt: Moment
}

const moment = (at: Moment): string | null => (at === null ? null : new Date(at).toISOString())

const read = (row: Row): CommentRow => ({
  ...row,
  doneAt: moment(row.doneAt),
  editedAt: moment(row.editedAt),
  removedAt: moment(row.removedAt),
  createdAt: moment(row.createdAt) ?? '',
})

/** One that was removed is told of as long as it has answers. */
const told = `(c."removedAt" IS NULL OR EXISTS (SELECT FROM system.comments a
  WHERE a."lojaId" = $1 AND a.register = $2 AND a.record = $3 AND a.answers = c.id AND a."removedAt" IS NULL))`

const ofRecord = 'c."lojaId" = $1 AND c.register = $2 AND c.record = $3'

/** A page of the comments of a record, the newest first. */
export async function commentsOf(
  q: Queries,
  { lojaId, register, record }: CommentPlace,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<CommentRow[]> {
  const { rows } = await q.query<Row & Record<string, unknown>>(
    `SELECT ${columns} FROM system.comments c WHERE ${ofRecord} AND ${told} ORDER BY c."createdAt" DESC, c.id OFFSET $4 LIMIT $5`,
    [lojaId, register, record, skip, limit],
  )
  return rows.map(read)
}

/** How many comments of a record there are to read. */
export async function countComments(q: Queries, { lojaId, register, record }: CommentPlace): Promise<number> {
  const { rows } = await q.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM system.comments c WHERE ${ofRecord} AND ${told}`,
    [lojaId, register, record],
  )
  return rows[0]?.count ?? 0
}

/** How much is said of a record. */
export interface CommentCount {
  readonly record: string
  readonly comments: number
  readonly tasks: number
}

/** Comments that were not removed, and open tasks, of each of these records that has some. */
export async function countsOf(
  q: Queries,
  { lojaId, register }: Omit<CommentPlace, 'record'>,
  records: readonly string[],
): Promise<CommentCount[]> {
  const { rows } = await q.query<{ record: string; comments: number; tasks: number }>(
    `SELECT c.record, count(*)::int AS comments, count(*) FILTER (WHERE c."assigneeId" IS NOT NULL AND c."doneAt" IS NULL)::int AS tasks
     FROM system.comments c WHERE c."lojaId" = $1 AND c.register = $2 AND c.record = ANY ($3::text[]) AND c."removedAt" IS NULL
     GROUP BY c.record ORDER BY c.record`,
    [lojaId, register, records],
  )
  return rows
}

/** A comment of a record that was not removed, held until the transaction ends. */
export async function holdComment(
  q: Queries,
  { lojaId, register, record }: CommentPlace,
  id: string,
): Promise<CommentRow | undefined> {
  const { rows } = await q.query<Row & Record<string, unknown>>(
    `SELECT ${columns} FROM system.comments c WHERE ${ofRecord} AND c.id = $4 AND c."removedAt" IS NULL FOR UPDATE`,
    [lojaId, register, record, id],
  )
  return rows.map(read)[0]
}

/** A comment about to be kept. */
export type WrittenComment = Pick<CommentRow, 'id' | 'userId' | 'answers' | 'body' | 'mentions' | 'assigneeId' | 'due'>

/** Keeps a comment. False where the record has as many as it may have. */
export async function addComment(
  q: Queries,
  { lojaId, register, record }: CommentPlace,
  { id, userId, answers, body, mentions, assigneeId, due }: WrittenComment,
  most: number,
): Promise<boolean> {
  const { rows } = await q.query<{ count: number }>(`SELECT count(*)::int AS count FROM system.comments c WHERE ${ofRecord}`, [
    lojaId,
    register,
    record,
  ])
  if ((rows[0]?.count ?? 0) >= most) return false
  await q.query(
    `INSERT INTO system.comments ("lojaId", id, register, record, answers, "userId", body, mentions, "assigneeId", due)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::bigint[], $9, $10::date)`,
    [lojaId, id, register, record, answers, userId, body, mentions, assigneeId, due],
  )
  return true
}

/** Changes the words of a comment. */
export async function changeWords(
  q: Queries,
  lojaId: number,
  id: string,
  { body, mentions }: Pick<WrittenComment, 'body' | 'mentions'>,
): Promise<void> {
  await q.query(
    `UPDATE system.comments SET body = $3, mentions = $4::bigint[], "editedAt" = now() WHERE "lojaId" = $1 AND id = $2`,
    [lojaId, id, body, mentions],
  )
}

/** Gives a task to somebody, or takes it away; with somebody else, or another day, it is open again. */
export async function changeTask(
  q: Queries,
  lojaId: number,
  id: string,
  { assigneeId, due }: Pick<WrittenComment, 'assigneeId' | 'due'>,
): Promise<void> {
  await q.query(
    `UPDATE system.comments SET "assigneeId" = $3, due = $4::date, "doneAt" = NULL, "doneBy" = NULL WHERE "lojaId" = $1 AND id = $2`,
    [lojaId, id, assigneeId, due],
  )
}

/** Says that a task is done, and by whom; null: it is not. */
export async function markDone(q: Queries, lojaId: number, id: string, by: number | null): Promise<void> {
  await q.query(
    `UPDATE system.comments SET "doneBy" = $3, "doneAt" = CASE WHEN $3::bigint IS NULL THEN NULL ELSE now() END
     WHERE "lojaId" = $1 AND id = $2`,
    [lojaId, id, by],
  )
}

/** Empties a comment: what was said is nowhere any more, and answers keep a trace of it. */
export async function emptyComment(q: Queries, lojaId: number, id: string): Promise<void> {
  await q.query(
    `UPDATE system.comments SET body = '', mentions = '{}', "assigneeId" = NULL, due = NULL, "doneAt" = NULL, "doneBy" = NULL, "removedAt" = now()
     WHERE "lojaId" = $1 AND id = $2`,
    [lojaId, id],
  )
}

/** An open task, with the record that it is about. */
export interface OpenTask extends CommentRow {
  readonly register: string
  readonly record: string
}

/** Open tasks of people of a store, by their day; with `until` those that are due by then. */
export async function openTasks(
  q: Queries,
  lojaId: number,
  { assigneeId, until, limit }: { readonly assigneeId?: number; readonly until?: string; readonly limit: number },
): Promise<OpenTask[]> {
  const { rows } = await q.query<Row & { register: string; record: string } & Record<string, unknown>>(
    `SELECT ${columns}, register, record FROM system.comments c
     WHERE c."lojaId" = $1 AND c."assigneeId" IS NOT NULL AND c."doneAt" IS NULL AND c."removedAt" IS NULL AND c."goneAt" IS NULL
       AND ($2::bigint IS NULL OR c."assigneeId" = $2) AND ($3::date IS NULL OR c.due <= $3::date)
     ORDER BY c.due NULLS LAST, c."createdAt", c.id LIMIT $4`,
    [lojaId, assigneeId ?? null, until ?? null, limit],
  )
  return rows.map(row => ({ ...read(row), register: row.register, record: row.record }))
}

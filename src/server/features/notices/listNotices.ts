import type { NoticeItem } from '../../../api/notice.ts'
import type { Permission } from '../../../model/access/gate.ts'
import type { Model } from '../../../model/model.ts'
import { findStores } from '../../access/users.ts'
import type { Database } from '../../database/queries.ts'
import { mayGet, permissionsOf } from './recipients.ts'

/** Days for which a notice is kept. */
const noticeDays = 30

/** Somebody, with where they may be told of what by now: access that was lost since a notice came hides it. */
interface Reader {
  readonly database: Database
  readonly model: Model
  readonly userId: number
}

const kept = `"createdAt" > now() - interval '${noticeDays} days'`

/** How many notices somebody has not read. */
export async function countUnread({ database, model, userId }: Reader): Promise<number> {
  const permissions = await permissionsOf(database.system, model, userId)
  const stores = [...permissions.keys()]
  if (stores.length === 0) return 0
  const { rows } = await database.read({ stores }, q =>
    q.query<{ lojaId: string; notice: string; count: number }>(
      `SELECT "lojaId", notice, count(*)::int AS count FROM system.notices
       WHERE "lojaId" = ANY($1::bigint[]) AND "userId" = $2 AND "readAt" IS NULL AND ${kept} GROUP BY "lojaId", notice`,
      [stores, userId],
    ),
  )
  return rows
    .filter(({ lojaId, notice }) => isOpen(model, notice, permissions.get(Number(lojaId))))
    .reduce((sum, { count }) => sum + count, 0)
}

/** Says where a page of notices begins: before a moment, behind a notice of the page before (of one moment there may be many). */
interface NoticePage {
  readonly before?: string | undefined
  /** Its id. */
  readonly behind?: string | undefined
  readonly limit: number
}

/** A page of somebody's notices, the newest first. */
export async function listNotices(reader: Reader, { before, behind, limit }: NoticePage): Promise<NoticeItem[]> {
  const { database, model, userId } = reader
  const permissions = await permissionsOf(database.system, model, userId)
  const names = namesOpen(model, permissions)
  const stores = [...permissions.keys()]
  if (stores.length === 0) return []
  const [{ rows }, known] = await Promise.all([
    database.read({ stores }, q =>
      q.query<{ id: string; lojaId: string; notice: string; text: string; page: string; createdAt: string; read: boolean }>(
        `SELECT n.id, n."lojaId", n.notice, n.text, n.page, n."createdAt", n."readAt" IS NOT NULL AS read
         FROM system.notices n JOIN unnest($3::bigint[], $4::text[]) AS o("lojaId", notice) ON o."lojaId" = n."lojaId" AND o.notice = n.notice
         WHERE n."lojaId" = ANY($1::bigint[]) AND n."userId" = $2 AND n.${kept} AND n."createdAt" < coalesce($5::timestamptz, 'infinity')
           AND ($6::uuid IS NULL OR (n."createdAt", n.id) < (SELECT l."createdAt", l.id FROM system.notices l
             WHERE l."lojaId" = ANY($1::bigint[]) AND l."userId" = $2 AND l.id = $6))
         ORDER BY n."createdAt" DESC, n.id DESC LIMIT $7`,
        [stores, userId, names.map(({ store }) => store), names.map(({ name }) => name), before ?? null, behind ?? null, limit],
      ),
    ),
    findStores(database.system, model, stores),
  ])
  const called = new Map(known.map(({ id, row }) => [id, String(row.nome_fantasia ?? '')]))
  return rows.map(({ id, lojaId, notice, text, page, createdAt, read }) => ({
    id,
    lojaId: Number(lojaId),
    loja: called.get(Number(lojaId)) ?? '',
    titulo: model.notices[notice]?.title ?? '',
    tom: model.notices[notice]?.tone ?? 'info',
    texto: text,
    pagina: page,
    quando: new Date(createdAt).toISOString(),
    lido: read,
  }))
}

/** Marks somebody's notices as read: these, or all of them. */
export async function markRead({ database, model, userId }: Reader, ids: readonly string[] | undefined): Promise<void> {
  const stores = [...(await permissionsOf(database.system, model, userId)).keys()]
  if (stores.length === 0) return
  await database.write({ stores }, q =>
    q.query(
      `UPDATE system.notices SET "readAt" = now()
       WHERE "lojaId" = ANY($1::bigint[]) AND "userId" = $2 AND "readAt" IS NULL AND ($3::uuid[] IS NULL OR id = ANY($3::uuid[]))`,
      [stores, userId, ids ?? null],
    ),
  )
}

/** Tells whether what a notice told of may be told to somebody still; one whose definition is gone says too little. */
const isOpen = (model: Model, name: string, permission: Permission | undefined): boolean =>
  (name === '' || Object.hasOwn(model.notices, name)) && mayGet(model.notices[name], permission)

/** The notices that somebody may get, by store. */
const namesOpen = (
  model: Model,
  permissions: ReadonlyMap<number, Permission>,
): readonly { readonly store: number; readonly name: string }[] =>
  [...permissions].flatMap(([store, permission]) =>
    ['', ...Object.keys(model.notices)].flatMap(name => (isOpen(model, name, permission) ? [{ store, name }] : [])),
  )

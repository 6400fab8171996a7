import { kindByName } from '../../../kinds/values.ts'
import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import { ApiError } from '../../error.ts'
import { tableOf } from '../../query/table.ts'
import { roleTable } from '../../roleTable.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'
import { type UnitOfWork, type WriteContext, withUnitOfWork } from '../../write/unitOfWork.ts'
import { eraseAccount } from './eraseAccount.ts'
import { eraseComments } from './eraseComments.ts'
import { eraseActions, eraseHistory } from './eraseHistory.ts'
import { eraseReplies } from './eraseReplies.ts'
import { type ErasedTexts, eraseRows, noteErasure } from './eraseRows.ts'
import { eraseRuns } from './eraseRuns.ts'
import { findPersonRows, ofStores } from './findPersonRows.ts'
import { losesAll } from './personalTables.ts'
import { type Subject, scopeOfSubject } from './subject.ts'

/** How many rows lost what they said of the person, and how many a law keeps as they are. */
export interface Erasure {
  readonly apagados: number
  readonly guardados: number
}

/**
 * Erases a person: all that registers, history, undo, kept answers and letters say of them, but what a law orders to keep. One transaction:
 * all of it or nothing; once more does no harm. @throws ApiError 404, 422 while something holds them
 */
export const erasePerson = (subject: Subject, context: WriteContext): Promise<Erasure> =>
  withUnitOfWork(context, scopeOfSubject(subject), async work => {
    await lockPerson(subject, work)
    await refuseHeld(subject, work)
    const rows = await findPersonRows(subject, work.model, work.q)
    const texts: ErasedTexts = new Set()
    const history = await eraseHistory(rows, subject, work, texts)
    const files = await filesOf(rows.found, subject, work)
    let apagados = 0
    let guardados = 0
    for (const found of rows.found) {
      if (losesAll(found.personal)) {
        await eraseRows(found, subject, work, texts)
        apagados += found.ids.length
      } else guardados += found.ids.length
    }
    await eraseActions(history, subject, work)
    await eraseReplies(history, rows.traits, subject, work, texts)
    await eraseRuns(rows, subject, work, texts)
    await eraseComments(rows, subject, work)
    await noteErasure(subject, work, roleTable(work.model, 'history'))
    work.beforeCommit.push(() => eraseAccount(rows.traits, subject, work))
    if (files.length > 0) work.afterCommit.push(() => work.service.files.remove(files))
    return { apagados, guardados }
  })

/** Two who erase the same person do it one after the other, and no save comes between. */
async function lockPerson(subject: Subject, { q }: UnitOfWork): Promise<void> {
  const { table, id } = subject
  const params: unknown[] = [id]
  const where = `t.id = $1 AND ${ofStores(subject, table.register.scope, params)}`
  const { rows } = await q.query(`SELECT t.id FROM ${table.sql} t WHERE ${where} FOR UPDATE`, params)
  if (rows.length === 0) throw new ApiError(404, 'not-found')
}

/** A store may still need to know who owes it. A user is held by any store, also by one that they have left and still administer. */
const refuseHeld = (subject: Subject, { q, model, service }: UnitOfWork): Promise<void> =>
  subject.isGlobal
    ? service.database.read('all', all => refuseHeldIn(subject, undefined, model, all))
    : refuseHeldIn(subject, subject, model, q)

async function refuseHeldIn(
  subject: Subject,
  stores: Pick<Subject, 'stores'> | undefined,
  model: Model,
  q: Queries,
): Promise<void> {
  for (const { register, field, where = {}, message } of subject.table.register.person?.heldBy ?? []) {
    const other = tableOf(model, register)
    const params: unknown[] = [subject.id]
    const wanted = Object.entries(where).map(([name, value]) => `t.${quotedIdentifier(name)} = $${params.push(value)}`)
    const { rows } = await q.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${other.sql} t
       WHERE ${[`t.${quotedIdentifier(field)} = $1`, ...wanted, ...(stores ? [ofStores(stores, other.register.scope, params)] : [])].join(' AND ')}`,
      params,
    )
    const count = rows[0]?.count ?? 0
    if (count > 0) throw new ApiError(422, message, { count })
  }
}

/** Keys of the files that the rows name in fields of a person. */
async function filesOf(
  found: Awaited<ReturnType<typeof findPersonRows>>['found'],
  subject: Subject,
  { q }: UnitOfWork,
): Promise<string[]> {
  const keys: string[] = []
  for (const { personal, ids } of found) {
    const columns = personal.erased.filter(({ field }) => kindByName(field.kind).keeps !== undefined)
    if (columns.length === 0) continue
    const params: unknown[] = [ids]
    const { rows } = await q.query<Record<string, unknown>>(
      `SELECT ${columns.map(({ sql }) => `t.${sql}::text`).join(', ')} FROM ${personal.table.sql} t
       WHERE t.id::text = ANY($1::text[]) AND ${ofStores(subject, personal.table.register.scope, params)}`,
      params,
    )
    for (const row of rows) for (const { name } of columns) keys.push(...keysIn(String(row[name] ?? '')))
  }
  return keys
}

/** Addresses of pictures and attachments as the home of files calls them. */
const keysIn = (text: string): string[] => [
  ...[...text.matchAll(/\/api\/files\/([^"?#]+)/g)].map(([, rest]) => `attachments/${decodeURIComponent(rest ?? '')}`),
  ...[...text.matchAll(/(?<!\/api)\/files\/([^"?#]+)/g)].map(([, rest]) => `files/${decodeURIComponent(rest ?? '')}`),
]

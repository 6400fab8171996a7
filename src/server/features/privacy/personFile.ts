import { Readable } from 'node:stream'
import { asValue } from '../../../kinds/asValue.ts'
import { registerOfRole } from '../../../model/access/roles.ts'
import { hiddenFields } from '../../../model/access/sight.ts'
import { targetOf } from '../../../model/field.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import type { Database, Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { RegisterColumn, Table } from '../../query/table.ts'
import { roleTable } from '../../roleTable.ts'
import { NO_STORE } from '../../write/unitOfWork.ts'
import { historyName } from '../../write/writeHistory.ts'
import { historyChanges, namesOf, type RecordNaming } from '../history/historyChanges.ts'
import { stateOf } from '../history/historyEntries.ts'
import { loadRecordNaming } from '../history/loadRecordNaming.ts'
import { listNotices } from '../notices/listNotices.ts'
import { type FoundRows, isAny, ofStores, type PersonRows } from './findPersonRows.ts'
import { lawOf } from './personalTables.ts'
import { type Subject, scopeOfSubject } from './subject.ts'

interface Context {
  readonly subject: Subject
  readonly model: Model
  readonly caller: Caller
  readonly database: Pick<Database, 'read'>
  /** Where notices are, and who may see them. */
  readonly notices: Database
}

/** Rows that are in memory at once. */
const BATCH = 200

/** Comments of a store that a file tells. */
const MOST_COMMENTS = 10_000

/** More than anybody gets in the days for which notices are kept. */
const MOST_NOTICES = 10_000

/**
 * All that is kept of a person, as a JSON file with the titles that people read: register by register, then what the history says of those
 * records. Read as it is taken, so that it is never whole in memory.
 */
export const personFile = (rows: PersonRows, context: Context): Readable =>
  Readable.from(partsOf(rows, context), { objectMode: false })

async function* partsOf({ found }: PersonRows, context: Context): AsyncGenerator<string> {
  const { model, subject } = context
  const head = {
    [formatMessage(model, 'privacy.file-person')]: `${subject.table.register.title} ${subject.id}`,
    [formatMessage(model, 'privacy.file-made')]: new Date().toISOString(),
  }
  yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "${formatMessage(model, 'privacy.file-registers')}": [`
  for (const [at, one] of found.entries()) {
    const law = lawOf(one.personal)
    const words = {
      [formatMessage(model, 'privacy.file-register')]: one.personal.table.register.title,
      ...(law ? { [formatMessage(model, 'privacy.file-law')]: law } : {}),
    }
    yield `${at === 0 ? '' : ','}\n  ${JSON.stringify(words).slice(0, -1)},"${formatMessage(model, 'privacy.file-records')}":[`
    yield* joined(recordsOf(one, context))
    yield ']}'
  }
  yield `\n ],\n "${formatMessage(model, 'privacy.file-history')}": [`
  yield* joined(linesOf(found, context))
  yield '\n ]'
  if (registerOfRole(model, 'users')?.name === subject.table.register.name) {
    yield `,\n "${formatMessage(model, 'privacy.file-notices')}": [`
    yield* joined(noticesOf(context))
    yield '\n ]'
  }
  yield `,\n "${formatMessage(model, 'privacy.file-comments')}": [`
  yield* joined(commentsAbout(found, context))
  yield '\n ]'
  yield '\n}\n'
}

/** Comments on the person's records; of a user also what they wrote, and where they were mentioned or given a task. */
async function* commentsAbout(found: readonly FoundRows[], { database, subject, model }: Context): AsyncGenerator<unknown> {
  const own = found.flatMap(({ personal, ids }) => ids.map(id => `${historyName(personal.table.register)} ${id}`))
  const userId = registerOfRole(model, 'users')?.name === subject.table.register.name ? subject.id : null
  for (const lojaId of subject.stores) {
    const { rows } = await database.read(scopeOfSubject(subject), q =>
      q.query<{ register: string; record: string; body: string; at: string }>(
        `SELECT register, record, body, "createdAt" AS at FROM system.comments
         WHERE "lojaId" = $1 AND "removedAt" IS NULL AND "goneAt" IS NULL AND (concat(register, ' ', record) = ANY($2::text[])
           OR "userId" = $3::bigint OR "assigneeId" = $3::bigint OR $3::bigint = ANY(mentions)) ORDER BY "createdAt" LIMIT ${MOST_COMMENTS}`,
        [lojaId, own, userId],
      ),
    )
    for (const { register, record, body, at } of rows)
      yield {
        [formatMessage(model, 'privacy.file-when')]: at,
        [formatMessage(model, 'privacy.file-register')]: model.registers[register]?.title ?? register,
        [formatMessage(model, 'privacy.file-record')]: record,
        [formatMessage(model, 'privacy.file-comment')]: body,
      }
  }
}

/** Notices that a user got, as far as they may see them still. */
async function* noticesOf({ notices, subject, model }: Context): AsyncGenerator<unknown> {
  const reader = { database: notices, model, userId: Number(subject.id) }
  for (const { texto, quando, loja } of await listNotices(reader, { limit: MOST_NOTICES }))
    yield {
      [formatMessage(model, 'privacy.file-when')]: quando,
      [formatMessage(model, 'privacy.file-store')]: loja,
      [formatMessage(model, 'privacy.file-notice')]: texto,
    }
}

/** Values as members of a list. */
async function* joined(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let isFirst = true
  for await (const value of values) {
    yield `${isFirst ? '' : ','}\n   ${JSON.stringify(value)}`
    isFirst = false
  }
}

async function* recordsOf({ personal, ids }: FoundRows, context: Context): AsyncGenerator<unknown> {
  const { database, subject } = context
  const { table, lists } = personal
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH)
    const records = await database.read(scopeOfSubject(subject), async q => {
      const rows = await rowsBy(table.id, some, table, context, q)
      const below = await Promise.all(
        lists.map(async ({ list, table: of }) => {
          const by = of.byName.get(list.by)
          return { list, of, by: list.by, rows: by ? await rowsBy(by, some, of, context, q) : [] }
        }),
      )
      const all = [{ table, rows }, ...below.map(each => ({ table: each.of, rows: each.rows }))]
      const naming = await namingOf(all, context, q)
      return rows.map(row => ({
        ...readable(row, table, naming, context),
        ...Object.fromEntries(
          below.map(({ list, of, by, rows: children }) => [
            list.title,
            children.filter(child => String(child[by]) === String(row.id)).map(child => readable(child, of, naming, context)),
          ]),
        ),
      }))
    })
    yield* records
  }
}

const told = ({ columns, register }: Table, { caller }: Context): RegisterColumn[] => {
  const hidden = hiddenFields(register, caller.rights)
  return columns.filter(({ name, field }) => !field.secret && !hidden.has(name))
}

async function rowsBy(
  by: RegisterColumn,
  ids: readonly string[],
  table: Table,
  context: Context,
  q: Queries,
): Promise<DataRow[]> {
  const params: unknown[] = []
  const columns = told(table, context)
  const { rows } = await q.query<DataRow>(
    `SELECT ${columns.map(({ sql }) => `t.${sql}`).join(', ')} FROM ${table.sql} t
     WHERE ${isAny(`t.${by.sql}`, by, ids, params)} AND ${ofStores(context.subject, table.register.scope, params)} ORDER BY t.id`,
    params,
  )
  return rows.map(row => Object.fromEntries(columns.map(({ name, column, field }) => [name, valueOf(row[name], column, field)])))
}

const valueOf = (raw: unknown, column: RegisterColumn['column'], field: RegisterColumn['field']): unknown =>
  raw === null || raw === undefined ? null : column.fromRow(raw, field)

/** Records that rows refer to, by their names where the caller is in their store. */
async function namingOf(
  parts: readonly { readonly table: Table; readonly rows: readonly DataRow[] }[],
  { subject, model, caller }: Context,
  q: Queries,
): Promise<RecordNaming> {
  if (subject.isGlobal) return (_register, id) => String(id)
  const wanted = new Map<string, Set<unknown>>()
  for (const { table, rows } of parts)
    for (const { name, field } of [...table.references.values(), ...table.manyReferences.values()])
      for (const key of rows.flatMap(row => row[name] ?? []))
        wanted.set(targetOf(field)?.to ?? '', (wanted.get(targetOf(field)?.to ?? '') ?? new Set()).add(key))
  return loadRecordNaming(wanted, model, caller, q)
}

/** A row under the titles of its fields, values as people read them; what is empty is left out. */
function readable(row: DataRow, table: Table, naming: RecordNaming, context: Context): Record<string, string> {
  const { caller } = context
  return Object.fromEntries(
    told(table, context).flatMap(({ name, field, kind }): [string, string][] => {
      const value = row[name]
      if (value === null || value === undefined || value === '' || name === 'lojaId' || name === 'version') return []
      const text = namesOf(value, field, naming) ?? kind.format(asValue(value), { ...field, zone: caller.zone })
      return text === '' ? [] : [[field.title, text]]
    }),
  )
}

/** Returns the lines of history of these records, oldest first. */
async function* linesOf(found: readonly FoundRows[], context: Context): AsyncGenerator<unknown> {
  const { subject } = context
  for (const { personal, ids } of found) {
    const { scope } = personal.table.register
    const stores = scope === 'global' ? [NO_STORE] : subject.stores
    for (const lojaId of stores)
      for (let start = 0; start < ids.length; start += BATCH)
        yield* linesOfRecords(lojaId, personal.table, ids.slice(start, start + BATCH), context)
  }
}

async function* linesOfRecords(lojaId: number, table: Table, ids: readonly string[], context: Context): AsyncGenerator<unknown> {
  const { database, subject, model, caller } = context
  const naming: RecordNaming = (_register, id) => String(id)
  for (let above = '0'; ; ) {
    const { rows } = await database.read(scopeOfSubject(subject), q =>
      q.query<DataRow>(
        `SELECT id::text AS id, "recursoId", acao, antes, depois, "createdAt" FROM ${roleTable(model, 'history')}
         WHERE "lojaId" = $1 AND recurso = $2 AND "recursoId" = ANY($3::text[]) AND id > $4 ORDER BY id LIMIT ${BATCH}`,
        [lojaId, historyName(table.register), ids, above],
      ),
    )
    for (const row of rows) {
      const line = { before: stateOf(row.antes), after: stateOf(row.depois) }
      const changes = historyChanges(line, table, { model, zone: caller.zone, naming, rights: caller.rights })
      yield {
        [formatMessage(model, 'privacy.file-when')]: row.createdAt,
        [formatMessage(model, 'privacy.file-register')]: table.register.title,
        [formatMessage(model, 'privacy.file-record')]: row.recursoId,
        [formatMessage(model, 'privacy.file-changes')]: changes.map(({ title, fromText, toText }) => ({
          [formatMessage(model, 'privacy.file-field')]: title,
          [formatMessage(model, 'privacy.file-before')]: fromText,
          [formatMessage(model, 'privacy.file-after')]: toText,
        })),
      }
    }
    if (rows.length < BATCH) return
    above = String(rows.at(-1)?.id ?? above)
  }
}

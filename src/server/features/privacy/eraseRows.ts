import { formatMessage } from '../../../model/formatMessage.ts'
import type { RegisterColumn, Table } from '../../query/table.ts'
import { versionStamps } from '../../write/store/rowStatements.ts'
import { NO_STORE, type UnitOfWork } from '../../write/unitOfWork.ts'
import { historyName } from '../../write/writeHistory.ts'
import { type FoundRows, isAny, ofStores } from './findPersonRows.ts'
import type { PersonalColumns } from './personalTables.ts'
import type { Subject } from './subject.ts'

/** Texts that were erased: what else repeats them is cleared of them. */
export type ErasedTexts = Set<string>

/** Rows that one statement changes. */
const BATCH = 1000

/**
 * Blanks what rows say of a person, or removes rows that are nothing without them. Neither rules nor effects are asked: a law orders it, and
 * what is left counts as before.
 */
export async function eraseRows(
  { personal, ids }: FoundRows,
  subject: Subject,
  work: UnitOfWork,
  texts: ErasedTexts,
): Promise<void> {
  const { table, about, lists } = personal
  const removes = about.erase === 'remove' && table.register.name !== subject.table.register.name
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH)
    for (const { list, ...rows } of lists) {
      const parent = rows.table.byName.get(list.by)
      if (!parent || (!removes && rows.erased.length === 0)) continue
      const isAll = rows.table.columns.every(column => column.field.personal || isFrame(column, list.by, list.order))
      await change(rows, { by: parent, ids: some, removes: removes || (isAll && rows.kept.length === 0) }, subject, work, texts)
    }
    const isOwn = table.register.name === subject.table.register.name
    await change(personal, { by: table.id, ids: some, removes, named: isOwn ? some : [] }, subject, work, texts)
  }
  const { register } = table
  const stores = register.scope === 'store' ? subject.stores : [null]
  for (const lojaId of stores)
    for (const id of ids) work.changes.push({ register, lojaId: register.scope === 'self' ? Number(id) : lojaId, id })
}

/** Tells whether a column of a list's row is not typed: its record, its order. */
const isFrame = ({ name }: RegisterColumn, by: string, order: string | undefined): boolean =>
  ['id', 'lojaId', by, order ?? ''].includes(name)

interface Change {
  /** Column by which rows are found, and its values. */
  readonly by: RegisterColumn
  readonly ids: readonly string[]
  readonly removes: boolean
  /** Records that keep a name, as people of whom nothing is known. */
  readonly named?: readonly string[]
}

async function change(
  { table, erased }: PersonalColumns,
  { by, ids, removes, named = [] }: Change,
  subject: Subject,
  { q, model }: UnitOfWork,
  texts: ErasedTexts,
): Promise<void> {
  const told = erased.filter(({ field }) => !field.secret)
  if (told.length > 0) await remember(table, told, { by, ids }, subject, q, texts)
  const params: unknown[] = []
  const where = `${isAny(`t.${by.sql}`, by, ids, params)} AND ${ofStores(subject, table.register.scope, params)}`
  if (removes) {
    await q.query(`DELETE FROM ${table.sql} t WHERE ${where}`, params)
    return
  }
  if (erased.length === 0) return
  const isNamed = named.length > 0
  const sets = erased.map(
    column => `${column.sql} = ${isNamed ? blankOf(column, table, formatMessage(model, 'privacy.erased-name'), params) : 'NULL'}`,
  )
  await q.query(`UPDATE ${table.sql} t SET ${[...sets, ...versionStamps(table)].join(', ')} WHERE ${where}`, params)
}

/** Returns the value in place of a person's name or address of mail: people and references still find a record there. */
function blankOf({ name, field }: RegisterColumn, { register }: Table, erasedName: string, params: unknown[]): string {
  if (name !== register.label && name !== register.code) return 'NULL'
  if (field.personal === 'name') return `$${params.push(erasedName.slice(0, field.maxLength))}`
  // No two may have the same, and none is anybody's: the domain is kept for that (RFC 2606).
  if (field.personal === 'email') return `'apagada-' || t.id || '@pessoa.invalid'`
  return 'NULL'
}

/** Notes the texts that go. */
async function remember(
  table: Table,
  columns: readonly RegisterColumn[],
  { by, ids }: Pick<Change, 'by' | 'ids'>,
  subject: Subject,
  q: UnitOfWork['q'],
  texts: ErasedTexts,
): Promise<void> {
  const params: unknown[] = []
  const { rows } = await q.query(
    `SELECT ${columns.map(({ sql }) => `t.${sql}`).join(', ')} FROM ${table.sql} t
     WHERE ${isAny(`t.${by.sql}`, by, ids, params)} AND ${ofStores(subject, table.register.scope, params)}`,
    params,
  )
  for (const row of rows) for (const { name } of columns) noteTexts(row[name], texts)
}

/** Every text in a value. */
export function noteTexts(value: unknown, texts: ErasedTexts): void {
  if (typeof value === 'string' && value !== '') texts.add(value)
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) noteTexts(one, texts)
}

/** A line in the record's history: who erased the person, and when. No action goes with it: nobody takes it back. */
export async function noteErasure(subject: Subject, { q, model, caller }: UnitOfWork, history: string): Promise<void> {
  const { register } = subject.table
  const lojaId = subject.isGlobal ? NO_STORE : (subject.stores[0] ?? NO_STORE)
  const label = subject.table.byName.get(register.label)
  const after = label?.field.personal === 'name' ? { [register.label]: formatMessage(model, 'privacy.erased-name') } : {}
  await q.query(
    `INSERT INTO ${history} ("lojaId", "userId", "acaoId", "recurso", "recursoId", "acao", "antes", "depois") VALUES ($1, $2, NULL, $3, $4, 'alterar', '{}', $5)`,
    [lojaId, caller.userId, historyName(register), subject.id, JSON.stringify(after)],
  )
}

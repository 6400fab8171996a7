import type { HistoryAction } from '../../api/history.ts'
import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { asValue } from '../../kinds/asValue.ts'
import type { Register } from '../../model/model.ts'
import { movesWithEverySave } from '../../model/register.ts'
import { followPictures, pictureChange } from '../files/replacedPictures.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import type { Table } from '../query/table.ts'
import { roleTable } from '../roleTable.ts'
import { maskSecrets } from './store/maskSecrets.ts'
import { leaveToCommit, NO_STORE, storeOfRow, type UnitOfWork } from './unitOfWork.ts'

export interface NewHistoryEntry {
  readonly table: Table
  readonly lojaId: number | null
  readonly id: unknown
  readonly deed: HistoryAction
  readonly before: DataRow | null
  readonly after: DataRow | null
  /** The record, to be named by in the list of actions. */
  readonly record: DataRow
}

/** The name under which a record's history is kept: views of one table share it. */
export const historyName = (register: Register): string => register.from?.register ?? register.name

const CHUNK = 2000

/** Writes the lines of the history, in the transaction of what they tell about: sent now, and waited for by the commit. */
export function writeHistory(lines: readonly NewHistoryEntry[], work: UnitOfWork): void {
  for (const [lojaId, ofStore] of Map.groupBy(lines, line => line.lojaId ?? NO_STORE)) {
    for (let start = 0; start < ofStore.length; start += CHUNK) writeChunk(lojaId, ofStore.slice(start, start + CHUNK), work)
    const pictures = ofStore.flatMap(({ before, after, table }) => pictureChange(before, after, table, work.model) ?? [])
    if (pictures.length > 0) work.afterCommit.push(() => followPictures(work.service, lojaId, pictures))
  }
}

/** A record as it stood and as it stands, with or without its lists. */
interface ChangedRecord {
  readonly before: DataRow
  readonly after: DataRow
}

/** Writes how records changed, as lines of the history; gives those of the records that did. */
export function writeDifferences(changed: readonly ChangedRecord[], table: Table, work: UnitOfWork): NewHistoryEntry[] {
  const lines = changed.flatMap(({ before, after }): NewHistoryEntry[] => {
    const lojaId = storeOfRow(table, work.caller, before.id)
    const states = recordDifference(maskSecrets(before, table, work.model), maskSecrets(after, table, work.model), table)
    return states ? [{ table, lojaId, id: before.id, deed: 'alterar', record: after, ...states }] : []
  })
  writeHistory(lines, work)
  return lines
}

/**
 * Writes the lines and the action that they belong to, by one statement; where rows are on several machines by two, which are prepared for good there:
 * one that writes two tables is planned at each run, and takes twice as long.
 */
function writeChunk(lojaId: number, lines: readonly NewHistoryEntry[], work: UnitOfWork): void {
  const { q, model, caller, action, isConsequence } = work
  const [first] = lines
  if (!first) return
  const { together, apart, consequences } = historyStatements(roleTable(model, 'history'))
  const send = (text: string, params: readonly unknown[]): void => leaveToCommit(work, q.query(text, params))
  if (isConsequence) {
    send(consequences, [lojaId, caller.userId, ...asArrays(lines)])
    return
  }
  const counts: Record<string, number> = {}
  for (const { table, deed } of lines) {
    const key = `${table.register.name} ${deed}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  const about = action.register ?? first.table.register.name
  const params: unknown[] = [
    lojaId,
    caller.userId,
    action.id,
    action.kind ?? first.deed,
    about,
    about === first.table.register.name ? recordLabel(first.record, first.table) : '',
    [...new Set(lines.map(({ table }) => table.register.name))],
    JSON.stringify(counts),
    action.undoes ?? null,
  ]
  if (q.spread) send(NOTE_ACTION, params)
  const { one, several } = q.spread ? apart : together
  const owner = q.spread ? params.slice(0, 3) : params
  if (lines.length > 1) send(several, [...owner, ...asArrays(lines)])
  else send(one, [...owner, ...parts(first)])
}

const parts = ({ table, id, deed, before, after }: NewHistoryEntry): unknown[] => [
  historyName(table.register),
  String(id),
  deed,
  json(before),
  json(after),
]

/** Many lines as one array a column: the statement is the same for any number of them, and planned once. */
function asArrays(lines: readonly NewHistoryEntry[]): unknown[] {
  const rows = lines.map(parts)
  return [0, 1, 2, 3, 4].map(at => rows.map(row => row[at]))
}

/**
 * An action of several requests grows; what is added to one that was undone may be undone again. It is called by the first record of
 * what it is about, also when that comes after others that were made on the way.
 */
const NOTE_ACTION = `INSERT INTO system.actions AS a ("lojaId", "userId", id, kind, register, label, registers, counts, undoes)
    VALUES ($1::bigint, $2::bigint, $3::uuid, $4, $5, $6, $7::text[], $8::jsonb, $9::uuid)
    ON CONFLICT ("lojaId", "userId", id) DO UPDATE SET "undoneBy" = NULL,
      label = CASE WHEN a.label = '' AND a.register = EXCLUDED.register THEN EXCLUDED.label ELSE a.label END,
      registers = system.joined_names(a.registers, EXCLUDED.registers), counts = system.added_counts(a.counts, EXCLUDED.counts)`

interface HistoryStatements {
  /** Lines with their action. */
  readonly together: { readonly one: string; readonly several: string }
  /** Lines of an action that is noted by a statement of its own. */
  readonly apart: { readonly one: string; readonly several: string }
  /** Lines of no action. */
  readonly consequences: string
}

const statements = new Map<string, HistoryStatements>()

/** The statements over the history's table, the same text for ever: they are prepared by it. */
const historyStatements = (table: string): HistoryStatements =>
  memoizeByKey(statements, table, () => {
    const into = `INSERT INTO ${table} ("lojaId", "userId", "acaoId", "recurso", "recursoId", "acao", "antes", "depois")`
    const noting = (lines: string): string => `WITH action AS (${NOTE_ACTION}) ${into} ${lines}`
    const [together, apart] = [linesFrom(10), linesFrom(4)]
    return {
      consequences: `${into} SELECT $1::bigint, $2::bigint, NULL, l.* FROM ${arraysFrom(3)}`,
      together: { one: noting(together.one), several: noting(together.several) },
      apart: { one: `${into} ${apart.one}`, several: `${into} ${apart.several}` },
    }
  })

/** Numbers of the five parameters that a line, or the arrays of several, have from this one on. */
const partsFrom = (first: number): number[] => [0, 1, 2, 3, 4].map(at => first + at)

const arraysFrom = (first: number): string =>
  `unnest(${partsFrom(first)
    .map(at => `$${at}::text[]`)
    .join(', ')}) l`

/** Lines of an action, of which the first three parameters tell, as what is inserted. */
const linesFrom = (first: number): { one: string; several: string } => ({
  one: `VALUES ($1::bigint, $2::bigint, $3::uuid::text, ${partsFrom(first)
    .map(at => `$${at}`)
    .join(', ')})`,
  several: `SELECT $1::bigint, $2::bigint, $3::uuid::text, l.* FROM ${arraysFrom(first)}`,
})

const json = (row: DataRow | null): string | null => (row === null ? null : JSON.stringify(row))

const LONGEST_LABEL = 200

/** The text that names a record: its label as people read it. */
export function recordLabel(record: DataRow, { register, byName }: Table): string {
  const column = byName.get(register.label)
  const value = record[register.label]
  if (!column || column.field.secret || value === null || value === undefined) return ''
  return column.kind.format(asValue(value), column.field).slice(0, LONGEST_LABEL)
}

/**
 * The fields and lists in which two states of a record differ, on both sides; undefined when they do not. States are masked, so a
 * secret that took another value (`secrets`) looks the same on both. A list that was not read again did not change.
 */
export function recordDifference(
  before: DataRow,
  after: DataRow,
  table: Table,
  secrets: readonly string[] = [],
): { before: DataRow; after: DataRow } | undefined {
  const names = [...table.byName.keys(), ...[...table.lists.keys()].filter(name => after[name] !== undefined)]
  const differs = (name: string): boolean =>
    before[name] !== after[name] && JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null)
  const changed = names.filter(name => (differs(name) && !isDerived(name, table)) || secrets.includes(name))
  if (!changed.some(name => !movesWithEverySave(name))) return undefined
  return { before: pick(before, changed), after: pick(after, changed) }
}

/** Whether the server works the field out again and again: what it says is nobody's deed. */
export const isDerived = (name: string, { byName }: Table): boolean => byName.get(name)?.field.derived === true

const pick = (row: DataRow, names: readonly string[]): DataRow => Object.fromEntries(names.map(name => [name, row[name] ?? null]))

import type { Queries } from '../database/queries.ts'
import type { Secrets } from '../database/secret.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import type { RecordTable, Table } from '../query/table.ts'
import { figuresOver, refreshFigures } from './figures/refreshFigures.ts'
import { lockOwnFields, ownRecords } from './lockRecords.ts'
import { maskSecrets } from './store/maskSecrets.ts'
import { numberRows } from './store/numberRows.ts'
import { insertRows, updateRows } from './store/rowStatements.ts'
import { storeOfRow, type UnitOfWork } from './unitOfWork.ts'
import { type NewHistoryEntry, writeDifferences, writeHistory } from './writeHistory.ts'

/** Values of some fields of a record; its key, store, version and moments are the door's. */
export type KeptFields<R extends object> = Readonly<Partial<Omit<R, 'id' | 'lojaId' | 'version' | 'createdAt' | 'updatedAt'>>>

/** Where rows are changed: in a transaction, of a store, or of none. */
interface ChangedPlace {
  readonly q: Queries
  readonly lojaId: number | null
  /** The key for fields that are secret. */
  readonly secrets?: Secrets
}

interface ChangeOptions {
  /** Whether the history tells who did it: yes for a deed of a person, no for what the server works out or equipment sends. */
  readonly history: boolean
  /** The records as they stand, where the caller has locked them: listeners then know what the change makes of them. */
  readonly standing?: readonly DataRow[]
}

/**
 * Changes fields that the server keeps of these records, with their version and moment, and tells browsers; the history where it is a deed. No gate, rule
 * or effect is asked: the caller has decided all of it. With no values the records are marked as changed.
 */
export async function changeRecords<R extends object = DataRow>(
  table: RecordTable<R>,
  ids: readonly unknown[],
  values: KeptFields<R>,
  work: UnitOfWork,
  { history, standing: locked = [] }: ChangeOptions,
): Promise<void> {
  if (ids.length === 0) return
  const whole: Table = table
  const standing = history ? await lockOwnFields(whole, ids, work, 'all') : []
  const isCounted = figuresOver(work.model, table.register).length > 0
  const counted = !isCounted || history ? standing : await lockOwnFields(whole, ids, work, 'all')
  const known = new Map([...locked, ...standing].map(before => [String(before.id), before]))
  for (const [lojaId, own] of Map.groupBy(ids, id => storeOfRow(table, work.caller, id))) {
    await changeFields(table, own, values, { ...work, lojaId })
    for (const id of own) {
      const before = known.get(String(id))
      const after = before && { ...before, ...values }
      work.changes.push({ register: table.register, lojaId, id: String(id), before, after })
    }
  }
  writeDifferences(
    standing.map(before => ({ before, after: { ...before, ...values } })),
    table,
    work,
  )
  await refreshFigures(whole, work, () => counted.flatMap(before => [before, { ...before, ...values }]))
}

/** The same for work that has no caller, such as a job or the word of a partner: whoever does it tells browsers. Returns how many records there were. */
export async function changeFields<R extends object = DataRow>(
  table: RecordTable<R>,
  ids: readonly unknown[],
  values: KeptFields<R>,
  { lojaId, ...place }: ChangedPlace,
): Promise<number> {
  if (ids.length === 0) return 0
  return (await updateRows(table, lojaId, ids, { ...values }, table.id.sql, place)).length
}

/** Runs a change of locked records and their lists that takes statements of its own, and tells history and browsers what it made of them. */
export async function noteChange<R extends object = DataRow>(
  table: RecordTable<R>,
  records: readonly ({ readonly id: unknown } & R)[],
  work: UnitOfWork,
  run: () => Promise<void>,
): Promise<void> {
  await run()
  const ids = records.map(({ id }) => id)
  const now = await ownRecords(ids, table, work)
  const pairs = records.flatMap(before => {
    const after = now.get(String(before.id))
    return after ? [{ before: { ...before }, after }] : []
  })
  writeDifferences(pairs, table, work)
  for (const before of records) {
    const { id } = before
    work.changes.push({
      register: table.register,
      lojaId: storeOfRow(table, work.caller, id),
      id: String(id),
      before: { ...before },
    })
  }
}

/** Inserts records that the server makes, as the history and browsers are told; gives their keys in order. A person who signs up is who did it. */
export async function addRecords<R extends object = DataRow>(
  table: RecordTable<R>,
  lojaId: number | null,
  records: readonly KeptFields<R>[],
  work: UnitOfWork,
  { bySelf = false }: { readonly bySelf?: boolean } = {},
): Promise<number[]> {
  const own = records.map(record => ({ lojaId, columns: { ...record } }))
  const rows = lojaId === null ? own : await numberRows(table, own, { q: work.q, lojaId, zone: work.caller.zone })
  const ids = (await insertRows(table, rows, work)).map(Number)
  const added = ids.map((id, at) => ({ id, lojaId, ...rows[at]?.columns }))
  const author = bySelf ? ids[0] : undefined
  await refreshFigures(table, work, () => added)
  noteAdded(table, lojaId, added, author === undefined ? work : { ...work, caller: { ...work.caller, userId: author } })
  return ids
}

/** Tells history and browsers of records that are new, or stand again. */
export function noteAdded(table: Table, lojaId: number | null, records: readonly DataRow[], work: UnitOfWork): void {
  const lines = records.map((record): NewHistoryEntry => {
    const after = Object.fromEntries(Object.entries(maskSecrets(record, table, work.model)).filter(([name]) => name in record))
    return { table, lojaId, id: record.id, deed: 'criar', before: null, after, record }
  })
  writeHistory(lines, work)
  for (const { id } of records) work.changes.push({ register: table.register, lojaId, id: String(id), as: 'made' })
}

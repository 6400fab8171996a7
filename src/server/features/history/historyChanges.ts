import type { HistoryFieldChange } from '../../../api/history.ts'
import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { recordsIn } from '../../../base/record.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { hiddenFields } from '../../../model/access/sight.ts'
import { targetOf } from '../../../model/field.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Field, Model, Rights } from '../../../model/model.ts'
import { isSystemField } from '../../../model/register.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { SECRET_MASK } from '../../query/rowReader.ts'
import { withoutUnseen } from '../../query/sight/unseen.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { recordLabel } from '../../write/writeHistory.ts'
import type { HistoryEntry } from './historyEntries.ts'

/** The text of a value that stands for a record: its label. */
export type RecordNaming = (register: string, id: unknown) => string

interface Reading {
  readonly model: Model
  readonly zone: string
  readonly naming: RecordNaming
  /** Of who reads: fields that are hidden from them are left out. */
  readonly rights: Rights
}

/** Field by field what a line says, lists row by row. Fields that the register no longer has are left out. */
export function historyChanges(
  { before, after }: Pick<HistoryEntry, 'before' | 'after'>,
  table: Table,
  reading: Reading,
): HistoryFieldChange[] {
  const own = fieldChanges(before ?? {}, after ?? {}, table, reading, { path: '', title: '' })
  const lists = [...table.lists.values()].flatMap(list => {
    const place = { path: `${list.name}.`, title: list.title, order: list.order, by: list.by }
    return listChanges(rowsOf(before, list.name), rowsOf(after, list.name), tableOf(reading.model, list.register), reading, place)
  })
  return [...own, ...lists]
}

interface At {
  readonly path: string
  readonly title: string
  readonly by?: string
}

function fieldChanges(before: DataRow, after: DataRow, table: Table, reading: Reading, at: At): HistoryFieldChange[] {
  const unseen = hiddenFields(table.register, reading.rights)
  return table.columns.flatMap(({ name, field, kind }): HistoryFieldChange[] => {
    if (unseen.has(name)) return []
    const [from, to] = [before[name] ?? null, after[name] ?? null]
    const hidden = isMaskedChange(name, field, before, after)
    if (isSystemField(name) || name === at.by || (JSON.stringify(from) === JSON.stringify(to) && !hidden)) return []
    const text = (value: unknown): string => {
      if (value === null) return ''
      if (field.secret) return String(value)
      // A picture that was replaced is at its address no more: it is called by its file's name.
      if (kind.keeps === 'picture') return String(value).split('/').at(-1) ?? ''
      const names = namesOf(value, field, reading.naming)
      if (names !== undefined) return names
      return kind.format(asValue(value), { ...field, zone: reading.zone })
    }
    const title = at.title === '' ? field.title : `${at.title} › ${field.title}`
    const toText = hidden ? formatMessage(reading.model, 'past.secret-changed') : text(to)
    return [{ path: `${at.path}${name}`, title, kind: field.kind, from, to, fromText: text(from), toText }]
  })
}

/** The names of the records that a value refers to; undefined for a value that points to no record. */
export function namesOf(value: unknown, field: Field, naming: RecordNaming): string | undefined {
  const target = targetOf(field)
  return (
    target &&
    [value]
      .flat()
      .map(key => naming(target.to, key))
      .join(', ')
  )
}

/** A secret that took another value: masked on both sides, and only there because it changed. */
export const isMaskedChange = (name: string, field: Pick<Field, 'secret'>, before: DataRow, after: DataRow): boolean =>
  field.secret && before[name] === SECRET_MASK && after[name] === SECRET_MASK

function listChanges(
  before: DataRow[],
  after: DataRow[],
  table: Table,
  reading: Reading,
  at: At & { order: string | undefined },
): HistoryFieldChange[] {
  const old = new Map(before.map(row => [String(row.id), row]))
  const now = new Map(after.map(row => [String(row.id), row]))
  const gone = before.filter(row => !now.has(String(row.id)))
  const row = (id: unknown, from: DataRow | null, to: DataRow | null): HistoryFieldChange => ({
    path: `${at.path}${id}`,
    title: at.title,
    kind: 'row',
    from: from && withoutUnseen(from, table, reading),
    to: to && withoutUnseen(to, table, reading),
    fromText: from ? nameOf(from, table, reading) : '',
    toText: to ? nameOf(to, table, reading) : '',
  })
  return [
    ...gone.map(one => row(one.id, one, null)),
    ...after.flatMap(one => {
      const was = old.get(String(one.id))
      if (!was) return [row(one.id, null, one)]
      const place = {
        path: `${at.path}${one.id}.`,
        title: `${at.title} › ${nameOf(one, table, reading)}`,
        ...(at.by ? { by: at.by } : {}),
      }
      return fieldChanges(was, one, table, reading, place)
    }),
  ]
}

/** Returns the name of a row of a list: its label, be it a text or a reference, else its place. */
function nameOf(row: DataRow, table: Table, { naming }: Reading): string {
  const reference = table.byName.get(table.register.label)?.field.reference
  const value = row[table.register.label]
  if (reference && value !== null && value !== undefined) return naming(reference.to, value)
  return recordLabel(row, table) || String(row.ordem ?? row.id ?? '')
}

const rowsOf = (record: DataRow | null, name: string): DataRow[] => recordsIn(record?.[name])

/** Every record that lines refer to, by register: to be named all at once. */
export function referencedRecords(
  lines: readonly Pick<HistoryEntry, 'before' | 'after'>[],
  table: Table,
  model: Model,
): Map<string, Set<unknown>> {
  const found = new Map<string, Set<unknown>>()
  const collect = (row: DataRow | null, of: Table): void => {
    if (!row) return
    for (const { name, field } of of.columns) {
      const value = row[name]
      const target = targetOf(field)
      if (!target || value === null || value === undefined) continue
      const keys = memoizeByKey(found, target.to, () => new Set<unknown>())
      for (const key of [value].flat()) keys.add(key)
    }
    for (const list of of.lists.values())
      for (const child of rowsOf(row, list.name)) collect(child, tableOf(model, list.register))
  }
  for (const { before, after } of lines) {
    collect(before, table)
    collect(after, table)
  }
  return found
}

import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { isRecord, membersOf, recordsIn } from '../../../base/record.ts'
import type { Validate } from '../../../generated/validate.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { CheckContext, CheckedRecord } from '../../../model/check.ts'
import { computeOrderOf } from '../../../model/computed/computeOrder.ts'
import { withDefaults } from '../../../model/defaults.ts'
import { mostProblems } from '../../../model/firstProblems.ts'
import type { Model, Register } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { isSystemField } from '../../../model/register.ts'
import { emptied } from '../../../model/validation/unsetValue.ts'
import { validateRecord } from '../../../model/validation/validateRecord.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { SECRET_MASK } from '../../query/rowReader.ts'
import { type Table, tableOf } from '../../query/table.ts'
import type { ListDraft, WriteDraft } from '../store/writeDraft.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import { type MergedList, mergeList } from './mergeList.ts'
import type { ReferencedRecords } from './referencedRecords.ts'
import type { RuleContext } from './ruleContext.ts'
import { savedOrderOf } from './savedOrder.ts'

export interface CheckedDraft {
  readonly draft: WriteDraft
  readonly problems: readonly Problem[]
}

/** The rules for a record: the shape of its definition, and the rules as they are for its author. */
export interface RecordRules {
  readonly context: RuleContext
  readonly validate: Validate
  /** The values that the server sets of fields that it keeps: rules and computed fields see them. */
  readonly kept: DataRow
  /** The record follows others that were saved: what was wrong of it before is judged by what it held then. */
  readonly follows?: boolean
  /** Records that expressions read through references; absent where they read none. */
  readonly referenced?: ReferencedRecords | undefined
}

/** Lays a body over the record that stands (or over the defaults of a new one), checks the whole and says what to write. */
export function buildDraft(
  body: DataRow,
  before: DataRow | undefined,
  table: Table,
  work: UnitOfWork,
  { context, validate, kept, follows = false, referenced }: RecordRules,
): CheckedDraft {
  const given = { ...givenPart(body, table, work.model), ...table.register.from?.where }
  const beside = (record: DataRow): DataRow => referenced?.attach(record) ?? record
  const base = before ?? fresh(table, beside(given), work, context, context.parent)
  const merged = mergeLists(given, before, table, work.model).map(list =>
    withFreshRows(list, beside(base), work, context, referenced),
  )
  const whole: DataRow = beside({
    ...base,
    ...given,
    ...Object.fromEntries(merged.map(({ list, rows }) => [list.name, rows.map(row => row.merged)])),
    ...kept,
  })
  const check = (record: DataRow, more: Pick<CheckContext, 'memory' | 'keptStand' | 'resting'>): CheckedRecord =>
    validateRecord(
      work.model,
      table.register.name,
      record,
      { ...context, trusted: true, order: savedOrderOf(work.model, table.register), mostProblems: mostProblems.ofReply, ...more },
      validate,
    )
  const memory = restingRows(before, merged, table)
  // Untouched parts are checked again only where something is wrong: then all problems are told that the record has.
  const quick = before && check(whole, { memory, resting: { stored: before, sent: given } })
  const checked = quick && quick.problems.length === 0 ? quick : check(whole, { memory })
  const unseen = referenced?.problemsOf(whole, before) ?? []
  const others = checked.problems.filter(problem => !unseen.some(({ path }) => path === problem.path))
  // Only a row that is sent with its record may say that it goes.
  const going =
    context.parent && 'deletar' in given ? [{ path: 'deletar', code: 'field-unknown', params: { field: 'deletar' } }] : []
  const problems = [...going, ...merged.flatMap(list => list.problems), ...translated([...unseen, ...others], merged)]
  const record = checked.record
  const draft: WriteDraft = {
    table,
    ...(before ? { before } : {}),
    columns: { ...changedColumns(record, before, table), ...fixedColumns(table, before) },
    record,
    lists: merged.map(list => listDraft(list, record[list.list.name], work)),
  }
  return {
    draft,
    problems: before ? newProblems(problems, given, () => check(beside(before), { keptStand: follows }).problems) : problems,
  }
}

/** A new record before it is filled in: defaults, and no for every yes-or-no, so that filters find what was left alone. */
function fresh(
  { register }: Table,
  given: DataRow,
  { model }: UnitOfWork,
  { user, store, zone }: RuleContext,
  parent?: DataRow,
): DataRow {
  return withDefaults(model, register.name, { ...zerosOf(register), ...given }, { user, store, zone, parent })
}

const zeros = new WeakMap<Register, DataRow>()

const zerosOf = (register: Register): DataRow =>
  memoizeByKey(zeros, register, () => {
    const set = register.fields.filter(
      field => kindByName(field.kind).alwaysSet && field.stored && field.default === undefined && !field.defaultWhen,
    )
    return Object.fromEntries(set.map(({ name, kind }) => [name, kindByName(kind).zero]))
  })

function withFreshRows(
  merged: MergedList,
  parent: DataRow,
  work: UnitOfWork,
  context: RuleContext,
  referenced: ReferencedRecords | undefined,
): MergedList {
  const table = tableOf(work.model, merged.list.register)
  const beside = (row: DataRow): DataRow => referenced?.attachToRow(merged.list.name, row) ?? row
  return {
    ...merged,
    rows: merged.rows.map(row =>
      row.before ? row : { ...row, merged: fresh(table, beside(row.merged), work, context, parent) },
    ),
  }
}

/**
 * Returns the part of a body that counts: not the fields that the server keeps or computes, and not the records read beside it: `grupo: {id, nome}`
 * is the record of `grupoId`, and sets it only when it stands alone. Rows are held to the same.
 */
function givenPart(body: DataRow, table: Table, model: Model): DataRow {
  const given: DataRow = {}
  for (const [name, value] of Object.entries(body)) {
    if (name === 'lojaId') continue
    const reference = table.references.get(name)
    const list = table.lists.get(name)
    const many = table.manyReferences.get(name)
    if (list) given[name] = givenRows(value, tableOf(model, list.register), model)
    else if (many && !table.byName.has(name)) {
      if (Array.isArray(value) && body[many.name] === undefined) given[many.name] = value.map(one => membersOf(one).id)
    } else if (!reference || table.byName.has(name)) {
      if (!isOfServer(name, value, table)) given[name] = value === null ? emptiedBy(table, name) : value
    } else {
      const id = membersOf(value).id
      if (id !== undefined && body[reference.name] === undefined) given[reference.name] = id
    }
  }
  return given
}

const givenRows = (rows: unknown, table: Table, model: Model): unknown =>
  Array.isArray(rows) ? rows.map(row => (isRecord(row) ? givenPart(row, table, model) : row)) : rows

/** The value of an emptied field, whoever emptied it: readers of some fields rely on a number. */
function emptiedBy({ byName }: Table, name: string): unknown {
  const field = byName.get(name)?.field
  return field ? emptied(field, null) : null
}

function isOfServer(name: string, value: unknown, { byName }: Table): boolean {
  const field = byName.get(name)?.field
  if (!field || isSystemField(name)) return false
  return field.readOnly || field.compute !== undefined || (field.secret && value === SECRET_MASK)
}

/** The lists that a body names, and those of which rows hang on what the record holds. */
function mergeLists(given: DataRow, before: DataRow | undefined, table: Table, model: Model): MergedList[] {
  const { followingLists } = computeOrderOf(model, table.register)
  return [...table.lists.values()].flatMap(list => {
    const named = given[list.name] !== undefined && given[list.name] !== null
    if (!named && !(before && followingLists.has(list.name))) return []
    const rows = named ? given[list.name] : []
    const kept = before?.[list.name]
    if (!Array.isArray(rows)) return [{ list, removed: [], rows: [], problems: [{ path: list.name, code: 'list-invalid' }] }]
    return [mergeList(list, rows, Array.isArray(kept) ? kept : [])]
  })
}

/** Rows of the lists that the body does not name: they stay as they are, and are not checked where they stand alone. */
function restingRows(
  before: DataRow | undefined,
  merged: readonly MergedList[],
  { lists }: Table,
): WeakMap<object, CheckedRecord> {
  const resting = new WeakMap<object, CheckedRecord>()
  for (const name of lists.keys()) {
    const rows = before?.[name]
    if (!Array.isArray(rows) || merged.some(({ list }) => list.name === name)) continue
    for (const row of recordsIn(rows)) resting.set(row, { record: row, problems: [], seen: row })
  }
  return resting
}

/** Checked rows stand in the order that they shall have; problems are told by the place in the body. */
function translated(problems: readonly Problem[], lists: readonly MergedList[]): Problem[] {
  return problems.flatMap(problem => {
    const [name, at, ...rest] = problem.path.split('.')
    const merged = lists.find(({ list }) => list.name === name)
    const row = merged?.rows[Number(at)]
    if (!merged || !row) return [problem]
    // The parent's key is put in by the save itself.
    if (rest.join('.') === merged.list.by) return []
    return [{ ...problem, path: [name, row.index, ...rest].join('.') }]
  })
}

/** A change may leave what was wrong before as it was, where it does not touch it: a switch can be turned on an imperfect record. */
function newProblems(problems: Problem[], given: DataRow, before: () => readonly Problem[]): Problem[] {
  if (problems.length === 0) return problems
  const old = new Set(before().map(({ path, code }) => `${path} ${code}`))
  return problems.filter(({ path, code }) => (path.split('.')[0] ?? '') in given || !old.has(`${path} ${code}`))
}

function changedColumns(record: DataRow, before: DataRow | undefined, table: Table): DataRow {
  const changed: DataRow = {}
  for (const { name } of table.columns) {
    const value = record[name]
    if (value === undefined || (isSystemField(name) && !(name === 'id' && table.register.textKey && !before))) continue
    if (!before || !same(value, before[name])) changed[name] = value
  }
  return changed
}

/** Returns the columns that make a row one of a view's: written when it is created, whatever the body says. */
const fixedColumns = (table: Table, before: DataRow | undefined): DataRow => (before ? {} : { ...table.register.from?.where })

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

function listDraft({ list, removed, rows }: MergedList, checked: unknown, work: UnitOfWork): ListDraft {
  const table = tableOf(work.model, list.register)
  const records: unknown[] = Array.isArray(checked) ? checked : []
  return {
    table,
    name: list.name,
    by: list.by,
    removed,
    rows: rows.map(({ index, before, merged }, at) => {
      const { [list.by]: _, ...record } = membersOf(records[at])
      const place = list.order === undefined ? {} : { [list.order]: merged[list.order] }
      return { index, ...(before ? { before } : {}), columns: changedColumns({ ...record, ...place }, before, table) }
    }),
  }
}

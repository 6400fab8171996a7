import { foldText } from '../../../base/text.ts'
import { isNumberKind } from '../../../kinds/numbers.ts'
import { type Narrowing, narrowingsOf } from '../../../kinds/reference/narrowing.ts'
import { evaluateInScope, scopeOfFields } from '../../../model/expression.ts'
import { importFields, isBlankValue } from '../../../model/import/columns.ts'
import type { Import, ImportColumn, ImportReference } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { conditionsSql } from '../../query/planSql.ts'
import type { Condition } from '../../query/queryPlan.ts'
import { readScope } from '../../query/restrictPlan.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { isActAllowed } from '../../query/visibility.ts'
import { callerStoreRecord } from '../../write/check/ruleContext.ts'
import { requireStore, type WriteContext } from '../../write/unitOfWork.ts'
import { idsByName } from './idsByName.ts'
import { namesakes } from './namesakes.ts'
import { resolveManyReferences } from './resolveManyReferences.ts'

/** A record that a row names and nobody has made yet. */
export interface MissingRecord {
  readonly field: string
  readonly table: Table
  /** The same for all rows that name it. */
  readonly key: string
  readonly record: DataRow
  /** Columns of the import by the record's fields, to tell its problems at. */
  readonly columns: ReadonlyMap<string, string>
}

/** The outcome of a row's references: keys that were found, records to be made, and references that can be neither. */
export interface ResolvedReferences {
  readonly values: DataRow
  readonly lacks: readonly MissingRecord[]
  readonly problems: readonly Problem[]
}

/** A row whose references are asked for. */
export interface UnresolvedRow {
  readonly row: DataRow
  /** It creates a record: what nobody named has to be found, too. */
  readonly isNew: boolean
}

/** One reference of an import with all that is needed to find or make its records. */
interface Place {
  readonly load: Import
  readonly reference: ImportReference
  readonly target: Table
  readonly columns: readonly ImportColumn[]
  /** The column that names the record. */
  readonly name?: ImportColumn
  /** Fields of the row by whose values its choices are narrowed. */
  readonly narrowings: readonly Narrowing[]
  readonly context: WriteContext
  readonly store: DataRow
}

/** Finds what the rows refer to, one question a reference whatever the number of rows. Nothing of another store is found. */
export async function resolveReferences(
  asking: readonly UnresolvedRow[],
  load: Import,
  context: WriteContext,
): Promise<ResolvedReferences[]> {
  const results = asking.map((): Results[number] => ({ values: {}, lacks: [], problems: [] }))
  const table = tableOf(context.model, load.register)
  const many = load.columns.some(({ name, of }) => of === undefined && table.byName.get(name)?.field.references)
  if ((load.references.length === 0 && !many) || asking.length === 0) return results
  await context.service.database.read(readScope(context.caller, { model: context.model, table }), async q => {
    const store = await callerStoreRecord({ ...context, q })
    for (const reference of narrowedLast(load.references, table)) {
      const target = tableOf(context.model, table.byName.get(reference.field)?.field.reference?.to ?? '')
      const columns = load.columns.filter(({ of }) => of === reference.field)
      const name = columns.find(({ as }) => as === target.register.label)
      const narrowings = narrowingsOf(table.byName.get(reference.field)?.field.reference?.where)
      const place = { load, reference, target, columns, narrowings, context, store, ...(name ? { name } : {}) }
      await resolveOne(asking, place, q, results)
    }
    const named = results.map((result, at) => ({ ...result, row: asking[at]?.row ?? {} }))
    if (many) await resolveManyReferences(named, load, table, context, q)
  })
  return results
}

/** References whose choices hang on another one come after it. */
function narrowedLast(references: readonly ImportReference[], table: Table): readonly ImportReference[] {
  const by = (field: string): readonly string[] =>
    narrowingsOf(table.byName.get(field)?.field.reference?.where).map(({ own }) => own)
  const placed: ImportReference[] = []
  const place = (reference: ImportReference, above: readonly string[]): void => {
    if (placed.includes(reference) || above.includes(reference.field)) return
    for (const own of by(reference.field)) {
      const first = references.find(({ field }) => field === own)
      if (first) place(first, [...above, reference.field])
    }
    placed.push(reference)
  }
  for (const reference of references) place(reference, [])
  return placed
}

/** The values by which a row narrows what a name may mean: of its columns, and of references that were found before. */
const narrowedValues = (row: DataRow, { narrowings }: Place, { values }: Results[number]): DataRow =>
  Object.fromEntries(
    narrowings.flatMap(({ theirs, own }) => {
      const value = isGiven(row[own]) ? row[own] : values[own]
      return isGiven(value) ? [[theirs, value] as const] : []
    }),
  )

type Results = { readonly values: DataRow; readonly lacks: MissingRecord[]; readonly problems: Problem[] }[]

async function resolveOne(asking: readonly UnresolvedRow[], place: Place, q: Queries, results: Results): Promise<void> {
  const { reference, name } = place
  const ways = asking.map(({ row, isNew }) => wayOf(row, isNew, place))
  const given = (way: string, column: string): unknown[] => [
    ...new Set(asking.flatMap(({ row }, at) => (ways[at] === way ? [row[column]] : []))),
  ]
  const ids = await existing(given('id', reference.field), place, q)
  const idOf = await namedRecords(given('name', name?.name ?? ''), place, q)
  const first = ways.includes('first') ? await firstOf(place, q) : undefined
  const alike = new Map<string, { id: unknown; record: DataRow }>()
  for (const [at, { row }] of asking.entries()) {
    const result = results[at]
    const way = ways[at]
    if (!result || way === undefined) continue
    if (way === 'id') {
      if (!ids.has(String(row[reference.field]))) result.problems.push(unknownId(row[reference.field], place))
      continue
    }
    if (way === 'first') {
      if (first === undefined) result.problems.push(none(place))
      else result.values[reference.field] = first
      continue
    }
    const beside = narrowedValues(row, place, result)
    const named = way === 'name' ? idOf(row[name?.name ?? ''], beside) : undefined
    if (named !== undefined) result.values[reference.field] = named
    else await takeMade({ row, beside }, way, place, q, alike, result)
  }
}

/** Finds records by what they are called: the oldest that has the values which narrow the choice. */
async function namedRecords(
  names: readonly unknown[],
  { target, narrowings, context }: Place,
  q: Queries,
): Promise<(name: unknown, beside: DataRow) => unknown> {
  if (narrowings.length === 0) {
    const ids = await idsByName(names, target, context, q)
    return name => ids.get(name)
  }
  const columns = narrowings.flatMap(({ theirs }) => target.byName.get(theirs) ?? [])
  const found = await namesakes(names, target, columns, context, q)
  return (name, beside) =>
    found
      .get(String(name))
      ?.find(({ values }) => Object.entries(beside).every(([theirs, value]) => String(values[theirs]) === String(value)))?.id
}

/** By the key, by the name, by the store's first, by like values; undefined leaves the reference as it is. */
function wayOf(row: DataRow, isNew: boolean, { reference, name, columns }: Place): 'id' | 'name' | 'first' | 'alike' | undefined {
  if (isGiven(row[reference.field])) return 'id'
  if (name && isGiven(row[name.name])) return 'name'
  if (reference.otherwise === 'alike') return isNew || columns.some(column => isGiven(row[column.name])) ? 'alike' : undefined
  return isNew ? reference.otherwise : undefined
}

const isGiven = (value: unknown): boolean => !isBlankValue(value) && value !== 0

/** The record that a row describes: one that is alike where names do not count, else one to be made. */
async function takeMade(
  { row, beside }: { readonly row: DataRow; readonly beside: DataRow },
  way: 'name' | 'alike',
  place: Place,
  q: Queries,
  known: Map<string, { id: unknown; record: DataRow }>,
  result: Results[number],
): Promise<void> {
  const { reference, target, columns, context } = place
  const asked = JSON.stringify([way, beside, ...columns.map(({ name }) => row[name] ?? null)])
  if (way === 'name' && reference.make === undefined) {
    result.problems.push(unknownName(row, place))
    return
  }
  let made = known.get(asked)
  if (!made) {
    const record = { ...makeRecord(row, place), ...beside }
    made = { record, id: way === 'alike' ? await likeOf(record, place, q) : undefined }
    known.set(asked, made)
  }
  if (made.id !== undefined) result.values[reference.field] = made.id
  else if (!isActAllowed(target.register, 'create', context.caller.rights)) result.problems.push(none(place))
  else
    result.lacks.push({
      field: reference.field,
      table: target,
      key: `${reference.field} ${keyOfMade(made.record, way, place)}${narrowed(beside)}`,
      record: made.record,
      columns: new Map(columns.map(({ as, name }) => [as, name])),
    })
}

/** Records of one name for different values are not one. */
const narrowed = (beside: DataRow): string => (Object.keys(beside).length === 0 ? '' : ` ${JSON.stringify(beside)}`)

/** Two rows that write a name differently mean one record. */
const keyOfMade = (record: DataRow, way: 'name' | 'alike', { target }: Place): string =>
  way === 'alike' ? JSON.stringify(record) : foldText(String(record[target.register.label] ?? ''))

/** Returns a record from the row's values, completed by the definition. */
function makeRecord(row: DataRow, { load, reference, columns, context, store }: Place): DataRow {
  const record: DataRow = {}
  for (const { name, as } of columns) if (isGiven(row[name])) record[as] = row[name]
  const scope = scopeOfFields(context.model, importFields(load))
  for (const [field, expression] of reference.make ?? []) {
    const moment = { record: { ...row, ...record }, store, zone: context.caller.zone, isNew: true }
    const value = evaluateInScope(scope, expression, moment)
    if (isGiven(value) || value === 0) record[field] = value
  }
  return record
}

/** Which of these keys the store has. */
async function existing(ids: readonly unknown[], place: Place, q: Queries): Promise<ReadonlySet<string>> {
  const { target } = place
  const keys = ids.flatMap(id => {
    const accepted = target.id.kind.accept(id, target.id.field)
    return accepted.ok ? [target.id.column.toRow(accepted.value, target.id.field)] : []
  })
  if (keys.length === 0) return new Set()
  const params: unknown[] = []
  const where = conditionsSql(target, [...inStore(place), { path: { column: target.id }, test: 'in', value: keys }], params)
  const { rows } = await q.query(`SELECT t."id" FROM ${target.sql} t${where}`, params)
  return new Set(rows.map(row => String(row.id)))
}

async function firstOf(place: Place, q: Queries): Promise<unknown> {
  const { target } = place
  const params: unknown[] = []
  const where = conditionsSql(target, inStore(place), params)
  const { rows } = await q.query(`SELECT t."id" FROM ${target.sql} t${where} ORDER BY t."id" LIMIT 1`, params)
  return rows[0] && target.id.column.fromRow(rows[0].id, target.id.field)
}

/** A record that has the same values, whatever it is called; what is not given must be empty there. */
async function likeOf(record: DataRow, place: Place, q: Queries): Promise<unknown> {
  const { target, reference, columns } = place
  const names = [...new Set([...columns.map(({ as }) => as), ...(reference.make ?? []).map(([field]) => field)])]
  const compared = names.filter(name => name !== target.register.label)
  const same = compared.flatMap((name): Condition[] => {
    const column = target.byName.get(name)
    if (!column) return []
    const accepted = column.kind.accept(record[name], column.field)
    if (isGiven(record[name]) && accepted.ok)
      return [{ path: { column }, test: 'eq', value: column.column.toRow(accepted.value, column.field) }]
    const empty: Condition = { path: { column }, test: 'empty', value: null }
    return [isNumberKind(column.field) ? { any: [empty, { path: { column }, test: 'eq', value: 0 }] } : empty]
  })
  const params: unknown[] = []
  const where = conditionsSql(target, [...inStore(place), ...same], params)
  const { rows } = await q.query(`SELECT t."id" FROM ${target.sql} t${where} ORDER BY t."id" LIMIT 1`, params)
  return rows[0] && target.id.column.fromRow(rows[0].id, target.id.field)
}

function inStore({ target, context }: Place): Condition[] {
  const column = target.byName.get('lojaId')
  return column && target.register.scope === 'store'
    ? [{ path: { column }, test: 'eq', value: requireStore(context.caller) }]
    : []
}

const entityOf = ({ target: { register } }: Place): string => {
  const word = register.singular
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const unknownId = (id: unknown, place: Place): Problem => ({
  path: place.reference.field,
  code: 'import.reference-missing',
  params: { entity: entityOf(place), n: String(id) },
})

/** A name that nobody has, where none is made. */
const unknownName = (row: DataRow, place: Place): Problem => ({
  path: place.name?.name ?? place.reference.field,
  code: 'import.reference-unknown',
  params: { entity: entityOf(place), name: String(row[place.name?.name ?? ''] ?? '') },
})

const none = (place: Place): Problem => ({
  path: place.name?.name ?? place.reference.field,
  code: 'import.reference-none',
  params: { entity: entityOf(place) },
})

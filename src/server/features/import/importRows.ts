import type { ImportReply, ImportRowResult, ImportRowStatus } from '../../../api/import.ts'
import { recordId } from '../../../api/record.ts'
import { createProblemBudget } from '../../../model/firstProblems.ts'
import { formatProblem } from '../../../model/formatMessage.ts'
import type { Import } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { isActAllowed } from '../../query/visibility.ts'
import type { WriteContext } from '../../write/unitOfWork.ts'
import { existingRecords } from './existingRecords.ts'
import { type ImportChange, importChangeOf, withoutBlanks } from './importChange.ts'
import { type ImportUnit, importUnitsOf } from './importUnit.ts'
import { keyReferences } from './keyReferences.ts'
import { type ResolvedReferences, resolveReferences } from './resolveReferences.ts'
import { rowMatchProblems } from './rowMatches.ts'
import { type SaveCandidate, type SavedCandidate, saveValidRecords } from './saveValidRecords.ts'

/** The options that the person chose. */
export interface ImportOptions {
  /** Passes over rows that fail. */
  readonly skip: boolean
  /** Records that are there are changed also by a line that names only their code. */
  readonly change: boolean
}

/** A unit of lines with all that is known of it before it is saved. */
interface Prepared {
  readonly unit: ImportUnit
  readonly before: DataRow | undefined
  readonly wish: ImportChange
  readonly resolved: ResolvedReferences
  readonly problems: readonly Problem[]
}

/**
 * Saves the rows of one batch by their natural key, each with the checks of any save. Rows before the first that fails are saved; that
 * one and all behind it are not, unless `skip` asks for all that can be saved. A row that says what stands already changes nothing.
 */
export async function importRows(
  rows: readonly DataRow[],
  load: Import,
  context: WriteContext,
  how: ImportOptions,
): Promise<ImportReply> {
  const { skip } = how
  const table = tableOf(context.model, load.register)
  const prepared = await prepare(importUnitsOf(rows, load, table, await keyReferences(rows, load, context)), load, context, how)
  const results: ImportRowResult[] = rows.map(() => ({ status: 'waiting' }))
  const budget = createProblemBudget()
  const refuse = (index: number, problems: readonly Problem[]): void => {
    const one = prepared[index]
    if (one) tellLines(one, problems, load, context, { results, budget })
  }
  const candidates: SaveCandidate[] = []
  for (const [index, one] of prepared.entries()) {
    if (one.problems.length > 0) {
      refuse(index, one.problems)
      if (!skip) break
    } else if (one.wish.same) settle(one, { status: 'unchanged', id: recordId(one.before?.id) }, results)
    else candidates.push({ index, body: { ...one.wish.body, ...one.resolved.values }, lacks: one.resolved.lacks })
  }
  const saved = await saveValidRecords(candidates, table, context, { skip, refuse })
  for (const one of saved) settleSaved(one, prepared[one.candidate.index], results)
  return summed(skip ? results : results.map(behindFailure(results)))
}

async function prepare(
  sent: readonly ImportUnit[],
  load: Import,
  context: WriteContext,
  { change }: ImportOptions,
): Promise<Prepared[]> {
  const table = tableOf(context.model, load.register)
  const found = await existingRecords(
    sent.map(({ key }) => key),
    load,
    context,
  )
  const named = sent.map(({ key }) => (key === undefined ? undefined : found.get(key)))
  const units = sent.map((unit, at) => ({ ...unit, row: withoutBlanks(unit.row, named[at] !== undefined, load) }))
  // A line with an id means a record that is there: nothing is looked for in its place.
  const asking = units.map(({ row }, at) => ({ row, isNew: named[at] === undefined && !namesId(row, load) }))
  const [resolved, taken] = await Promise.all([
    resolveReferences(asking, load, context),
    rowMatchProblems(
      // A line with the record's id means to change it; a code that is in use is somebody else's, unless records are to be changed.
      units.map(({ row }, at) => ({ row, id: change || isById(row, load) ? named[at]?.id : undefined })),
      load,
      context,
    ),
  ])
  return units.map((unit, at): Prepared => {
    const before = named[at]
    const known = resolved[at] ?? { values: {}, lacks: [], problems: [] }
    const wish = importChangeOf(unit, { ...unit.row, ...known.values }, before, load, context)
    const same = wish.same && known.lacks.length === 0
    const problems = same
      ? known.problems
      : refusals(unit, before, [...known.problems, ...(taken[at] ?? [])], load, table, context)
    return { unit, before, wish: { ...wish, same }, resolved: known, problems }
  })
}

/** Tells whether the import knows records by their id, and the row has one. */
const namesId = ({ id }: DataRow, { keys }: Import): boolean =>
  keys.some(([first]) => first === 'id') && id !== undefined && id !== null && id !== '' && id !== 0

const isById = (row: DataRow, load: Import): boolean => !load.keys.some(([first]) => first === 'id') || namesId(row, load)

/** Why a unit is not even tried: its lines contradict each other, its id names nothing, a gate is closed. */
function refusals(
  unit: ImportUnit,
  before: DataRow | undefined,
  known: readonly Problem[],
  load: Import,
  { register }: Table,
  { caller }: WriteContext,
): Problem[] {
  const told = unit.problems.map(({ line, ...problem }) => ({ ...problem, path: `${line}/${problem.path}` }))
  const id = load.columns.find(({ name }) => name === 'id')
  if (!before && !register.textKey && id && namesId(unit.row, load))
    told.push({ path: 'id', code: id.unknown ?? 'not-found', params: { ids: String(unit.row.id) } })
  if (!isActAllowed(register, before ? 'change' : 'create', caller.rights))
    told.push({ path: '', code: before ? 'import.forbidden-change' : 'forbidden' })
  return [...told, ...known]
}

/** The problems that the reply tells, and how many more it may. */
interface Told {
  readonly results: ImportRowResult[]
  readonly budget: ReturnType<typeof createProblemBudget>
}

/** Problems of a unit at its lines: those of a list's row at the line that brought it, others at the first. */
function tellLines(
  one: Prepared,
  problems: readonly Problem[],
  load: Import,
  context: WriteContext,
  { results, budget }: Told,
): void {
  const byLine = new Map<number, Problem[]>()
  for (const problem of problems) {
    const { line, path } = placeOf(problem.path, one, load)
    byLine.set(line, [...(byLine.get(line) ?? []), inOwnWords({ ...problem, path }, one.unit, line, load)])
  }
  // Lines of a record that is not saved say so, and stay.
  const others = {
    path: '',
    code: 'import.record-failed',
    message: formatProblem(context.model, { path: '', code: 'import.record-failed' }),
  }
  for (const place of one.unit.lines) results[place] = { status: 'waiting', details: [others] }
  for (const [line, own] of byLine) {
    const place = one.unit.lines[line]
    if (place === undefined) continue
    const details = budget(own).map(problem => ({
      path: problem.path,
      code: problem.code,
      message: formatProblem(context.model, problem),
    }))
    results[place] = { status: 'failed', details }
  }
}

function placeOf(path: string, { wish }: Prepared, { list, columns }: Import): { line: number; path: string } {
  const [, own, rest] = /^(\d+)\/(.*)$/.exec(path) ?? []
  if (own !== undefined) return { line: Number(own), path: rest ?? '' }
  const [name, at, ...field] = path.split('.')
  if (list === undefined || name !== list.name || at === undefined) return { line: 0, path }
  const column = columns.find(({ of, as }) => of === list.name && as === field.join('.'))
  return { line: wish.lines[Number(at)] ?? 0, path: column?.name ?? field.join('.') }
}

/** The import's own message where a column has one: of what it refers to, and of a value that another record has. */
function inOwnWords(problem: Problem, { row, items }: ImportUnit, line: number, { columns, list }: Import): Problem {
  const column = columns.find(({ name }) => name === problem.path)
  if (!column) return problem
  const value = String((column.of === list?.name && list ? items[line]?.[column.as] : row[column.name]) ?? '')
  if (column.unknown !== undefined && ['reference-invalid', 'import.reference-unknown'].includes(problem.code))
    return { ...problem, code: column.unknown, params: { ids: value } }
  if (problem.code === 'required') return { ...problem, code: 'import.required-missing', params: { title: column.title } }
  return problem
}

function settle({ unit }: Prepared, result: ImportRowResult, results: ImportRowResult[]): void {
  for (const place of unit.lines) results[place] = result
}

/** Marks a save that changed nothing as unchanged: the row's values come to the former ones. */
function settleSaved({ record }: SavedCandidate, one: Prepared | undefined, results: ImportRowResult[]): void {
  if (!one) return
  const status = !one.before ? 'created' : record.version === one.before.version ? 'unchanged' : 'changed'
  settle(one, { status, id: recordId(record.id) }, results)
}

/** Lines behind the first failure wait, also where they would have changed nothing. */
function behindFailure(results: readonly ImportRowResult[]): (result: ImportRowResult, index: number) => ImportRowResult {
  const first = results.findIndex(({ status }) => status === 'failed')
  return (result, index) => (first >= 0 && index > first && !result.details ? { status: 'waiting' } : result)
}

function summed(rows: readonly ImportRowResult[]): ImportReply {
  const count = (...wanted: ImportRowStatus[]): number => rows.filter(({ status }) => wanted.includes(status)).length
  return { rows, saved: count('created', 'changed'), unchanged: count('unchanged'), failed: count('failed') }
}

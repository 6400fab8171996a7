import type { Import } from '../../model/model.ts'
import type { Problem } from '../../model/problem.ts'
import { sayProblem } from '../../model/text.ts'
import type { Row } from '../query/run.ts'
import { may } from '../query/sight.ts'
import { type Table, tableOf } from '../query/table.ts'
import type { Desk } from '../write/work.ts'
import { existingRecords, keyOf } from './existing.ts'
import { type Candidate, saveAsFarAsPossible } from './save.ts'

/** What became of a row. `waiting`: it stands behind one that failed. */
export type RowStatus = 'created' | 'changed' | 'unchanged' | 'failed' | 'waiting'

export interface RowResult {
  status: RowStatus
  details?: readonly { readonly path: string; readonly code: string; readonly message: string }[]
}

export interface Outcome {
  readonly rows: readonly RowResult[]
  readonly saved: number
  readonly unchanged: number
  readonly failed: number
}

/**
 * Saves the rows of one batch by their natural key, each with the checks of any save. Rows before the first that fails are saved; that
 * one and all behind it are not, unless `skip` asks for all that can be saved. A row that says what stands already changes nothing.
 */
export async function importRows(rows: readonly Row[], load: Import, desk: Desk, skip: boolean): Promise<Outcome> {
  const table = tableOf(desk.model, load.register)
  const found = await existingRecords(rows, load, desk)
  const results: RowResult[] = rows.map(() => ({ status: 'waiting' }))
  const refuse = (index: number, problems: readonly Problem[]): void => {
    const details = problems.map(problem => ({
      path: problem.path,
      code: problem.code,
      message: sayProblem(desk.model, problem),
    }))
    results[index] = { status: 'failed', details }
  }
  const candidates: Candidate[] = []
  for (const [index, row] of rows.entries()) {
    const before = found.get(keyOf(row, load, table) ?? '')
    if (before && isSame(row, before, table)) {
      results[index] = { status: 'unchanged' }
      continue
    }
    const refused = refusalOf(before, table, desk)
    if (refused === undefined) candidates.push({ index, body: bodyOf(row, before, load, table), isNew: before === undefined })
    else {
      refuse(index, [refused])
      if (!skip) break
    }
  }
  const saved = await saveAsFarAsPossible(candidates, table, desk, { skip, refuse })
  for (const { index, isNew } of saved) results[index] = { status: isNew ? 'created' : 'changed' }
  return summed(skip ? results : results.map(behindFailure(results)))
}

/** The act's gate, before anything is tried: who may import need not be allowed to change what is there. */
function refusalOf(before: Row | undefined, { register }: Table, { caller }: Desk): Problem | undefined {
  if (may(register, before ? 'change' : 'create', caller.rights)) return undefined
  return { path: '', code: before ? 'import.forbidden-change' : 'forbidden' }
}

/** Whether every value of the row stands in the record already. */
function isSame(row: Row, before: Row, table: Table): boolean {
  return Object.entries(row).every(([name, value]) => {
    const column = table.byName.get(name)
    if (!column || column.field.secret) return name === 'lojaId'
    const empty = value === null || value === undefined || value === ''
    const accepted = empty ? null : column.kind.accept(value, column.field)
    if (accepted !== null && !accepted.ok) return false
    return JSON.stringify(accepted?.value ?? null) === JSON.stringify(before[name] ?? null)
  })
}

/** A new record takes the import's defaults for what the file does not have; one that stands keeps what it has. */
function bodyOf(row: Row, before: Row | undefined, load: Import, table: Table): Row {
  const { lojaId: _, ...body } = row
  if (before) return { ...body, id: before.id }
  for (const { name, default: value, skip } of load.columns)
    if (value !== undefined && !skip && body[name] === undefined && table.byName.has(name)) body[name] = value
  return body
}

/** What stands behind the first failure waits, also where it would have changed nothing. */
function behindFailure(results: readonly RowResult[]): (result: RowResult, index: number) => RowResult {
  const first = results.findIndex(({ status }) => status === 'failed')
  return (result, index) => (first >= 0 && index > first ? { status: 'waiting' } : result)
}

function summed(rows: readonly RowResult[]): Outcome {
  const count = (...wanted: RowStatus[]): number => rows.filter(({ status }) => wanted.includes(status)).length
  return { rows, saved: count('created', 'changed'), unchanged: count('unchanged'), failed: count('failed') }
}

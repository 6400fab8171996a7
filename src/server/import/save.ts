import type { Problem } from '../../model/problem.ts'
import { ApiError } from '../error.ts'
import type { Row } from '../query/run.ts'
import type { Table } from '../query/table.ts'
import { written } from '../write/run.ts'
import { saveRecords } from '../write/save.ts'
import type { Desk } from '../write/work.ts'

/** One row on its way to being saved. */
export interface Candidate {
  readonly index: number
  readonly body: Row
  readonly isNew: boolean
}

interface How {
  /** Whether rows behind a failing one are saved. */
  readonly skip: boolean
  /** Told of each row that fails. */
  refuse(index: number, problems: readonly Problem[]): void
}

/**
 * Saves all candidates in one transaction. Where some fail, their problems say which; the others (those before the first, unless
 * failing rows are skipped) are tried again, so that what can be saved is, in as few transactions as there are rounds of failures.
 */
export async function saveAsFarAsPossible(
  candidates: readonly Candidate[],
  table: Table,
  desk: Desk,
  how: How,
): Promise<readonly Candidate[]> {
  let left = candidates
  while (left.length > 0) {
    try {
      await save(left, table, desk)
      return left
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const failed = failedOnes(error)
      if (failed.size === 0) return oneByOne(left, table, desk, how)
      left = without(left, failed, how)
    }
  }
  return []
}

const save = (candidates: readonly Candidate[], table: Table, desk: Desk) =>
  written(
    desk,
    table.register,
    work =>
      saveRecords(
        candidates.map(({ body }) => body),
        table,
        work,
        true,
      ),
    true,
  )

/** The problems of an error by the place of the row; none when it does not say which rows failed. */
function failedOnes({ details }: ApiError): Map<number, Problem[]> {
  const failed = new Map<number, Problem[]>()
  for (const problem of details) {
    const [place = '', ...path] = problem.path.split('.')
    if (!/^\d+$/.test(place)) return new Map()
    failed.set(Number(place), [...(failed.get(Number(place)) ?? []), { ...problem, path: path.join('.') }])
  }
  return failed
}

function without(
  candidates: readonly Candidate[],
  failed: ReadonlyMap<number, Problem[]>,
  { skip, refuse }: How,
): readonly Candidate[] {
  const first = Math.min(...failed.keys())
  for (const [place, problems] of failed) {
    const candidate = candidates[place]
    if (candidate && (skip || place === first)) refuse(candidate.index, problems)
  }
  return candidates.filter((_, place) => (skip ? !failed.has(place) : place < first))
}

/** For refusals that name no row (a record in use): each row in a transaction of its own tells which. */
async function oneByOne(
  candidates: readonly Candidate[],
  table: Table,
  desk: Desk,
  { skip, refuse }: How,
): Promise<readonly Candidate[]> {
  const saved: Candidate[] = []
  for (const candidate of candidates) {
    try {
      await save([candidate], table, desk)
      saved.push(candidate)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const known = failedOnes(error).get(0)
      refuse(candidate.index, known ?? [{ path: '', code: error.code, params: error.params }])
      if (!skip) break
    }
  }
  return saved
}

import type { Problem } from '../../../model/problem.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import { runWrite } from '../../write/runWrite.ts'
import { saveRecords } from '../../write/saveRecords.ts'
import type { WriteContext } from '../../write/unitOfWork.ts'
import { createMissingRecords } from './createMissingRecords.ts'
import type { MissingRecord } from './resolveReferences.ts'

/** One record on its way to being saved. */
export interface SaveCandidate {
  /** Place of its unit. */
  readonly index: number
  readonly body: DataRow
  /** Records that it refers to and that are still to be made. */
  readonly lacks: readonly MissingRecord[]
}

/** A candidate with what stands now. */
export interface SavedCandidate {
  readonly candidate: SaveCandidate
  readonly record: DataRow
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
export async function saveValidRecords(
  candidates: readonly SaveCandidate[],
  table: Table,
  context: WriteContext,
  how: How,
): Promise<readonly SavedCandidate[]> {
  let left = candidates
  while (left.length > 0) {
    try {
      return await save(left, table, context)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const failed = withoutMade(failedOnes(error), left)
      if (failed.size === 0) return oneByOne(left, table, context, how)
      left = without(left, failed, how)
    }
  }
  return []
}

const save = (candidates: readonly SaveCandidate[], table: Table, context: WriteContext): Promise<SavedCandidate[]> =>
  runWrite(
    context,
    table.register,
    async work => {
      const records = await saveRecords(await createMissingRecords(candidates, work), table, work)
      return candidates.map((candidate, at) => ({ candidate, record: records[at] ?? {} }))
    },
    { several: true },
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

/** Drops problems of references to records that were to be made: they are gone again when the save is looked into. */
function withoutMade(failed: Map<number, Problem[]>, candidates: readonly SaveCandidate[]): Map<number, Problem[]> {
  const left = new Map<number, Problem[]>()
  for (const [place, problems] of failed) {
    const made = new Set(candidates[place]?.lacks.map(({ field }) => field))
    const own = problems.filter(({ path, code }) => !(code === 'reference-invalid' && made.has(path)))
    if (own.length > 0) left.set(place, own)
  }
  return left
}

function without(
  candidates: readonly SaveCandidate[],
  failed: ReadonlyMap<number, Problem[]>,
  { skip, refuse }: How,
): readonly SaveCandidate[] {
  const first = Math.min(...failed.keys())
  for (const [place, problems] of failed) {
    const candidate = candidates[place]
    if (candidate && (skip || place === first)) refuse(candidate.index, problems)
  }
  return candidates.filter((_, place) => (skip ? !failed.has(place) : place < first))
}

/** For refusals that name no row (a record in use): each row in a transaction of its own tells which. */
async function oneByOne(
  candidates: readonly SaveCandidate[],
  table: Table,
  context: WriteContext,
  { skip, refuse }: How,
): Promise<readonly SavedCandidate[]> {
  const saved: SavedCandidate[] = []
  for (const candidate of candidates) {
    try {
      saved.push(...(await save([candidate], table, context)))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // One row by itself is told without its place by what does not know of several.
      const known = failedOnes(error).get(0) ?? (error.details.length > 0 ? error.details : undefined)
      refuse(candidate.index, known ?? [{ path: '', code: error.code, params: error.params }])
      if (!skip) break
    }
  }
  return saved
}

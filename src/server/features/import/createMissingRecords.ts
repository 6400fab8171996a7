import type { Problem } from '../../../model/problem.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { amongRecords, problemsAt, validationError } from '../../write/check/validationError.ts'
import { saveRecords } from '../../write/saveRecords.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
import type { MissingRecord } from './resolveReferences.ts'

interface Lacking {
  readonly body: DataRow
  readonly lacks: readonly MissingRecord[]
}

/** Makes the records that the bodies refer to and nobody has made yet, each once, and gives the bodies with their keys. */
export async function createMissingRecords(lacking: readonly Lacking[], work: UnitOfWork): Promise<DataRow[]> {
  const wanted = new Map<string, MissingRecord>()
  for (const { lacks } of lacking) for (const lack of lacks) if (!wanted.has(lack.key)) wanted.set(lack.key, lack)
  if (wanted.size === 0) return lacking.map(({ body }) => body)
  const made = new Map<string, unknown>()
  for (const [table, lacks] of Map.groupBy(wanted.values(), lack => lack.table)) {
    const bodies = lacks.map(({ record }) => ({ ...record }))
    // Drafts of its own: those of the work are looked into by their place, which is that of the lines.
    const saved = await saveRecords(bodies, table, { ...work, drafts: [] }).catch((error: unknown) => {
      throw error instanceof ApiError ? (toldAtLines(error, lacks, lacking) ?? error) : error
    })
    for (const [at, { key }] of lacks.entries()) made.set(key, saved[at]?.id)
  }
  return lacking.map(({ body, lacks }) => ({
    ...body,
    ...Object.fromEntries(lacks.map(({ field, key }) => [field, made.get(key)])),
  }))
}

/** Tells the problems of a record that was to be made, at every line that asked for it. */
function toldAtLines({ details }: ApiError, lacks: readonly MissingRecord[], lacking: readonly Lacking[]): ApiError | undefined {
  const problems: Problem[] = []
  for (const problem of details) {
    const [place = '', field = ''] = problem.path.split('.')
    const lack = lacks[Number(place)]
    if (!lack) continue
    const [first] = lack.columns.values()
    const own = { ...problem, path: lack.columns.get(field) ?? first ?? lack.field }
    for (const [at, { lacks: theirs }] of lacking.entries())
      if (theirs.some(({ key }) => key === lack.key)) problems.push(...problemsAt([own], amongRecords(at)))
  }
  return problems.length > 0 ? validationError(problems) : undefined
}

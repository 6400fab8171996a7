import type { BulkUpdateReply } from '../../api/batch.ts'
import { formatProblem } from '../../model/formatMessage.ts'
import type { Problem } from '../../model/problem.ts'
import { ApiError } from '../error.ts'
import { type DataRow, fetchPlanRows } from '../query/fetchPlanRows.ts'
import { parseObject } from '../query/filter.ts'
import { demandSight } from '../query/sight/unseen.ts'
import { referenceLabelColumns, type Table } from '../query/table.ts'
import { runWrite } from '../write/runWrite.ts'
import { saveInParts } from '../write/saveInParts.ts'
import type { UnitOfWork } from '../write/unitOfWork.ts'
import { recordLabel } from '../write/writeHistory.ts'
import { type RecordChange, recordChange } from './recordChange.ts'
import { type RecordSelection, selectRecords } from './recordSelection.ts'
import type { RegisterRequest, RequestBody } from './registerRequest.ts'
import { writeContextFor } from './writeContextFor.ts'

/** A part of the records, in the order of their keys. */
interface Part {
  /** Only records behind this key; absent: from the first. */
  readonly after?: unknown
  readonly size: number
}

const MOST_ROWS = 50_000
const MOST_TOLD = 100

/** The outcome of a rehearsal. Thrown, so that nothing of it stands. */
class Rehearsed extends Error {
  readonly outcome: BulkUpdateReply

  constructor(outcome: BulkUpdateReply) {
    super('A rehearsal')
    this.outcome = outcome
  }
}

/**
 * {lojaId, registros: {where, q}, dados | ajuste, visto?, validas?, parte?, ensaio?}: the same change of all records that a filter
 * finds, as the caller sees them, in one transaction. All or none, and why not by name; with `validas` the right ones are saved. Records that
 * have the values already stay as they are; those that changed after `visto` (the moment of the preview) are refused. Very many are
 * changed part by part: `parte: {apos?, quantos}` is those behind a key. `ensaio` does it all, tells the outcome and leaves no trace.
 */
export async function bulkUpdate(ask: RegisterRequest, body: RequestBody): Promise<BulkUpdateReply> {
  try {
    return await change(ask, body)
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome
    throw error
  }
}

async function change(ask: RegisterRequest, body: RequestBody): Promise<BulkUpdateReply> {
  const found = await selectRecords(ask, body)
  const asked = recordChange(body, ask.table)
  demandSight(ask.table, asked.names, found.caller.rights)
  const part = body.parte === undefined ? undefined : partOf(parseObject(body.parte, 'parte'), ask.table)
  const context = writeContextFor(ask, found.caller, 'massa')
  return runWrite(
    context,
    ask.table.register,
    async work => {
      const rows = await rowsToChange(found, asked, part, ask.table, work)
      const last = rows.at(-1)?.id
      const range = part && last !== undefined ? behind(part, { lte: last }) : {}
      const late = await changedAfter(body.visto, found, { and: [asked.where, range] }, ask.table, work)
      const changes = rows.flatMap(row => {
        const data = late.has(row.id) ? undefined : asked.bodyOf(row)
        return data ? [{ row, body: { ...data, id: row.id } }] : []
      })
      const bodies = changes.map(({ body }) => body)
      let count = 0
      const refused = await saveInParts(bodies, ask.table, work, saved => {
        count += saved.length
      })
      const changed = rows.filter(row => late.has(row.id)).map(row => ({ row, problem: { path: '', code: 'list.mass-changed' } }))
      const wrong = [...changed, ...refused.map(({ index, problem }) => ({ row: changes[index]?.row ?? {}, problem }))]
      const seen = part ? { vistos: rows.length, ate: last ?? null } : {}
      const outcome = { ...outcomeOf(ask, count, wrong), ...seen }
      if (body.ensaio === true) throw new Rehearsed(outcome)
      if (wrong.length === 0 || body.validas === true) return outcome
      const details = wrong.slice(0, MOST_TOLD).map(({ row, problem }) => ({ ...problem, path: placeOf(row, problem) }))
      const params = { count: outcome.recusados }
      throw new ApiError(422, 'validation', params, details, { ...outcome, alterados: 0, validos: count })
    },
    { several: true },
  )
}

function partOf({ apos, quantos }: DataRow, { id }: Table): Part {
  const size = Number(quantos)
  const key = apos === undefined || apos === null ? undefined : id.kind.accept(apos, id.field)
  if (!Number.isInteger(size) || size < 1 || size > MOST_ROWS || key?.ok === false)
    throw new ApiError(400, 'filter-part-invalid', { word: 'parte' })
  return key?.ok ? { after: key.value, size } : { size }
}

/** Condition of the records of a part, and of more that is asked of their keys. */
const behind = ({ after }: Part, more: DataRow = {}): DataRow => {
  const asked = { ...(after === undefined ? {} : { gt: after }), ...more }
  return Object.keys(asked).length === 0 ? {} : { id: asked }
}

const MOMENT = 'updatedAt'

/** The records that do not have the values yet: key, name and what the change reads. */
async function rowsToChange(
  found: RecordSelection,
  { where: asked, columns }: RecordChange,
  part: Part | undefined,
  table: Table,
  { q }: UnitOfWork,
): Promise<DataRow[]> {
  const where = part ? { and: [asked, behind(part)] } : asked
  const read = [...new Set([...referenceLabelColumns(table), ...columns])]
  const plan = { ...found.plan(where, 'change'), columns: read, limit: part?.size ?? MOST_ROWS + 1 }
  const rows = await fetchPlanRows(plan, q)
  if (rows.length > MOST_ROWS) throw new ApiError(400, 'batch-too-large', { max: MOST_ROWS })
  return rows
}

/** Keys of those that somebody changed after the moment. */
async function changedAfter(
  moment: unknown,
  found: RecordSelection,
  where: DataRow,
  table: Table,
  { q }: UnitOfWork,
): Promise<Set<unknown>> {
  if (moment === undefined || moment === null || !table.byName.has(MOMENT)) return new Set()
  const late = { and: [where, { [MOMENT]: { gt: moment } }] }
  const plan = { ...found.plan(late, 'change'), columns: [table.id], limit: MOST_ROWS }
  return new Set((await fetchPlanRows(plan, q)).map(row => row.id))
}

interface Wrong {
  readonly row: DataRow
  readonly problem: Problem
}

function outcomeOf({ model, table }: RegisterRequest, count: number, wrong: readonly Wrong[]): BulkUpdateReply {
  return {
    alterados: count,
    recusados: new Set(wrong.map(({ row }) => row.id)).size,
    problemas: wrong.slice(0, MOST_TOLD).map(({ row, problem }) => ({
      id: row.id,
      rotulo: recordLabel(row, table),
      path: problem.path,
      code: problem.code,
      message: formatProblem(model, problem),
    })),
  }
}

const placeOf = ({ id }: DataRow, { path }: Problem): string => [id, path].filter(part => part !== '').join('.')

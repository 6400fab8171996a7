import pg from 'pg'
import { formatMessage, formatProblem } from '../../../../model/formatMessage.ts'
import { ApiError } from '../../../error.ts'
import type { DataRow } from '../../../query/fetchPlanRows.ts'
import { tableOf } from '../../../query/table.ts'
import { lockRecords } from '../../../write/lockRecords.ts'
import { REFUSAL_CODES } from '../../../write/runWrite.ts'
import { writeOneRecord } from '../../../write/saveRecords.ts'
import { COLLISION, type UnitOfWork } from '../../../write/unitOfWork.ts'
import { type RunningStep, type StepOutcome, stepDone } from './stepOutcome.ts'

/** Gives a record values, or makes one, through the gate of all writes: rules hold, history tells the automation. */
export async function writeStep({ content, work }: RunningStep<WrittenContent>): Promise<StepOutcome> {
  const { register: name, id, values } = content
  const table = tableOf(work.model, name)
  const writing: UnitOfWork = { ...work, byServer: true }
  if (id !== undefined) {
    const [standing] = await lockRecords(table, [id], writing, 'all')
    if (!standing) return { done: false, why: formatMessage(work.model, 'automation.gone'), again: false }
  }
  const body = { ...values, ...(id === undefined ? {} : { id: table.register.textKey ? id : Number(id) }) }
  const saved = await writeOneRecord(body, table, writing)
  return stepDone(JSON.stringify({ id: saved.id ?? id }))
}

export interface WrittenContent {
  readonly register: string
  /** The record that is changed; a new one without. */
  readonly id?: string
  readonly values: DataRow
}

/** The reason for which a write was refused, as people read it; undefined where trying again may help. */
export function refusalOf(error: unknown, model: UnitOfWork['model']): string | undefined {
  // The database has the last word on what is unique, and on what may be referred to.
  if (error instanceof pg.DatabaseError && REFUSAL_CODES.has(error.code ?? '')) return formatMessage(model, 'duplicate')
  if (!(error instanceof ApiError) || error.code === COLLISION || error.statusCode >= 500 || error.statusCode === 429)
    return undefined
  const problems = error.details
  if (problems.length === 0) return formatMessage(model, error.code, error.params)
  return problems.map(problem => [problem.path, formatProblem(model, problem)].filter(Boolean).join(': ')).join('; ')
}

import type { BatchUpdateReply, BulkUpdateReply } from '../../api/batch.ts'
import { isRecord } from '../../base/record.ts'
import { createProblemBudget } from '../../model/firstProblems.ts'
import { formatProblem } from '../../model/formatMessage.ts'
import type { Problem } from '../../model/problem.ts'
import { callerFor } from '../access/resolveCaller.ts'
import { ApiError } from '../error.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import { MAX_LIMIT } from '../query/planList.ts'
import { refuseUnseenAmong } from '../query/sight/refuseUnseen.ts'
import { runWrite } from '../write/runWrite.ts'
import { type RefusedRecord, saveInParts } from '../write/saveInParts.ts'
import { bulkUpdate } from './bulkUpdate.ts'
import { type RegisterRequest, type RequestBody, requestBodyOf } from './registerRequest.ts'
import { writeContextFor } from './writeContextFor.ts'

/**
 * POST {register}/alterarVarios {lojaId, itens: [{id, version, ...changes}], validas?}: different changes of many records in one
 * transaction. All or none, each problem at its place (`itens.3.nome`); with `validas` the right ones are saved and the others told.
 * With {registros: {where, q}, dados} in place of `itens` it is the same change of all that a filter finds.
 */
export async function batchUpdate(ask: RegisterRequest): Promise<BatchUpdateReply | BulkUpdateReply> {
  const body = requestBodyOf(ask)
  if (body.itens === undefined && body.registros !== undefined) return bulkUpdate(ask, body)
  const items = itemsOf(body.itens)
  const caller = await callerFor(ask, ask.query.lojaId, body.lojaId, ...items.map(item => item.lojaId))
  refuseUnseenAmong(items, ask, caller)
  const context = writeContextFor(ask, caller, 'massa')
  const { register } = ask.table
  const run = async (): Promise<BatchUpdateReply> =>
    runWrite(
      context,
      register,
      async work => {
        const saved: DataRow[] = []
        const refused = await saveInParts(items, ask.table, work, rows => void saved.push(...rows))
        const problems = byRecord(refused).flatMap(([index, own]) =>
          own.map(problem => ({ ...problem, path: placeOf(index, problem.path) })),
        )
        if (problems.length > 0 && body.validas !== true)
          throw new ApiError(422, 'validation', { count: problems.length }, problems)
        return { registros: saved, problemas: told(ask, problems) }
      },
      { several: true },
    )
  return items.length === 0 ? { registros: [], problemas: [] } : run()
}

function itemsOf(value: unknown): RequestBody[] {
  if (!Array.isArray(value)) throw new ApiError(400, 'bad-request')
  if (value.length > MAX_LIMIT) throw new ApiError(400, 'batch-too-large', { max: MAX_LIMIT })
  return value.map((item: unknown) => {
    if (!isRecord(item)) throw new ApiError(400, 'bad-request')
    if (item.id === undefined || item.id === null || item.id === '') throw new ApiError(404, 'not-found')
    return item
  })
}

/** The problems to be told of each record. */
function byRecord(refused: readonly RefusedRecord[]): (readonly [index: number, problems: readonly Problem[]])[] {
  const budget = createProblemBudget()
  const found = Map.groupBy(refused, ({ index }) => index)
  return [...found].map(([index, some]) => [index, budget(some.map(({ problem }) => problem))])
}

const placeOf = (index: number, path: string): string => ['itens', index, path].filter(part => part !== '').join('.')

const told = ({ model }: RegisterRequest, problems: readonly Problem[]): BatchUpdateReply['problemas'] =>
  problems.map(problem => ({ path: problem.path, code: problem.code, message: formatProblem(model, problem) }))

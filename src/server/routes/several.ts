import type { Problem } from '../../model/problem.ts'
import { sayProblem } from '../../model/text.ts'
import { ApiError } from '../error.ts'
import { MAX_LIMIT } from '../query/list.ts'
import type { Row } from '../query/run.ts'
import { written } from '../write/run.ts'
import { saveRecords } from '../write/save.ts'
import type { Desk } from '../write/work.ts'
import { type Ask, type Body, bodyOf, callerFor, deskFor } from './ask.ts'

/** Changes that were saved, and why others were not. */
interface Changed {
  readonly registros: readonly Row[]
  readonly problemas: readonly { readonly path: string; readonly code: string; readonly message: string }[]
}

/** One change of the body, with the place it was sent at. */
interface Item {
  readonly index: number
  readonly body: Body
}

/**
 * POST {register}/alterarVarios {lojaId, itens: [{id, version, ...changes}], validas?}: different changes of many records in one
 * transaction. All or none, each problem at its place (`itens.3.nome`); with `validas` the right ones are saved and the others told.
 */
export async function changeEach(ask: Ask): Promise<Changed> {
  const body = bodyOf(ask)
  const items = itemsOf(body.itens)
  const caller = await callerFor(ask, ask.query.lojaId, body.lojaId, ...items.map(({ body }) => body.lojaId))
  const desk = deskFor(ask, caller, 'massa')
  const found: Problem[] = []
  let left: readonly Item[] = items
  while (left.length > 0) {
    const outcome = await attempt(ask, desk, left)
    if ('saved' in outcome) return { registros: outcome.saved, problemas: told(ask, found) }
    const refused = new Set(outcome.problems.map(({ index }) => index))
    found.push(...outcome.problems.map(({ index, problem }) => ({ ...problem, path: placeOf(index, problem.path) })))
    if (body.validas !== true) throw new ApiError(422, 'validation', { count: found.length }, found)
    left = left.filter(({ index }) => !refused.has(index))
  }
  return { registros: [], problemas: told(ask, found) }
}

function itemsOf(value: unknown): Item[] {
  if (!Array.isArray(value)) throw new ApiError(400, 'bad-request')
  if (value.length > MAX_LIMIT) throw new ApiError(400, 'batch-too-large', { max: MAX_LIMIT })
  return value.map((item: unknown, index) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) throw new ApiError(400, 'bad-request')
    const body = item as Body
    if (body.id === undefined || body.id === null || body.id === '') throw new ApiError(404, 'not-found')
    return { index, body }
  })
}

const placeOf = (index: number, path: string): string => ['itens', index, path].filter(part => part !== '').join('.')

const told = ({ model }: Ask, problems: readonly Problem[]): Changed['problemas'] =>
  problems.map(problem => ({ path: problem.path, code: problem.code, message: sayProblem(model, problem) }))

type Outcome = { readonly saved: Row[] } | { readonly problems: { readonly index: number; readonly problem: Problem }[] }

/** Saves all of them, or tells whose fault it is that none was. What nobody in particular is at fault for is thrown. */
async function attempt(ask: Ask, desk: Desk, items: readonly Item[]): Promise<Outcome> {
  const { table } = ask
  const bodies = items.map(({ body }) => body)
  try {
    return { saved: await written(desk, table.register, work => saveRecords(bodies, table, work, true), true) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const placed = error.details.flatMap(problem => {
      const [, at = '', path = ''] = /^(\d+)\.?(.*)$/.exec(problem.path) ?? []
      const item = items[Number(at)]
      return at !== '' && item ? [{ index: item.index, problem: { ...problem, path } }] : []
    })
    const problems = placed.length > 0 ? placed : await faults(ask, desk, items)
    if (problems.length === 0) throw error
    return { problems }
  }
}

/** Rolls a trial back. */
class Trial extends Error {}

/** Records that are refused as a whole (changed by another, locked, gone), found by trying each alone; nothing of it stays. */
async function faults(ask: Ask, desk: Desk, items: readonly Item[]): Promise<{ index: number; problem: Problem }[]> {
  const { table } = ask
  const problems: { index: number; problem: Problem }[] = []
  for (const { index, body } of items) {
    try {
      await written(desk, table.register, async work => {
        await saveRecords([body], table, work, false)
        throw new Trial()
      })
    } catch (error) {
      if (error instanceof Trial) continue
      if (!(error instanceof ApiError) || error.statusCode === 403) throw error
      if (error.details.length > 0) problems.push(...error.details.map(problem => ({ index, problem })))
      else problems.push({ index, problem: { path: '', code: error.code, params: error.params } })
    }
  }
  return problems
}

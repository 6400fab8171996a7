import type { Problem } from '../../model/problem.ts'
import { sayProblem } from '../../model/text.ts'
import { ApiError } from '../error.ts'
import { MAX_LIMIT } from '../query/list.ts'
import type { Row } from '../query/run.ts'
import { saveParts } from '../write/parts.ts'
import { written } from '../write/run.ts'
import { type Alike, changeAlike } from './alike.ts'
import { type Ask, type Body, bodyOf, callerFor, deskFor } from './ask.ts'

/** Changes that were saved, without the child lists that they did not name, and why others were not. */
interface Changed {
  readonly registros: readonly Row[]
  readonly problemas: readonly { readonly path: string; readonly code: string; readonly message: string }[]
}

/**
 * POST {register}/alterarVarios {lojaId, itens: [{id, version, ...changes}], validas?}: different changes of many records in one
 * transaction. All or none, each problem at its place (`itens.3.nome`); with `validas` the right ones are saved and the others told.
 * With {registros: {where, q}, dados} in place of `itens` it is the same change of all that a filter finds.
 */
export async function changeEach(ask: Ask): Promise<Changed | Alike> {
  const body = bodyOf(ask)
  if (body.itens === undefined && body.registros !== undefined) return changeAlike(ask, body)
  const items = itemsOf(body.itens)
  const caller = await callerFor(ask, ask.query.lojaId, body.lojaId, ...items.map(item => item.lojaId))
  const desk = deskFor(ask, caller, 'massa')
  const { register } = ask.table
  const run = async (): Promise<Changed> =>
    written(
      desk,
      register,
      async work => {
        const saved: Row[] = []
        const refused = await saveParts(items, ask.table, work, rows => void saved.push(...rows))
        const problems = refused.map(({ index, problem }) => ({ ...problem, path: placeOf(index, problem.path) }))
        if (problems.length > 0 && body.validas !== true)
          throw new ApiError(422, 'validation', { count: problems.length }, problems)
        return { registros: saved, problemas: told(ask, problems) }
      },
      true,
    )
  return items.length === 0 ? { registros: [], problemas: [] } : run()
}

function itemsOf(value: unknown): Body[] {
  if (!Array.isArray(value)) throw new ApiError(400, 'bad-request')
  if (value.length > MAX_LIMIT) throw new ApiError(400, 'batch-too-large', { max: MAX_LIMIT })
  return value.map((item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) throw new ApiError(400, 'bad-request')
    const body = item as Body
    if (body.id === undefined || body.id === null || body.id === '') throw new ApiError(404, 'not-found')
    return body
  })
}

const placeOf = (index: number, path: string): string => ['itens', index, path].filter(part => part !== '').join('.')

const told = ({ model }: Ask, problems: readonly Problem[]): Changed['problemas'] =>
  problems.map(problem => ({ path: problem.path, code: problem.code, message: sayProblem(model, problem) }))

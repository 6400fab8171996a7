import { createProblemBudget } from '../../../model/firstProblems.ts'
import { formatProblem } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import {
  ApiError,
  inTransaction,
  type OperationContext,
  objectOf,
  type Queries,
  type RowOf,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'

/** A record as a point of sale sent it. */
export type Body = Readonly<Record<string, unknown>>

/** The outcome for a record that was sent. */
interface Outcome {
  readonly status: 'created' | 'changed' | 'unchanged' | 'refused'
  readonly id?: number
  /** Why it was refused. */
  readonly problems?: readonly Problem[]
}

/** Records of a kind that points of sale send. */
export interface Intake<O> {
  readonly register: string
  /** Its lists, whose rows count for the store's quota as the record does. */
  readonly lists: readonly string[]
  receive(bodies: readonly Body[], lojaId: number, q: Queries, model: Model): Promise<O[]>
}

/** Takes records in, in one transaction, and tells browsers of the store what is news. */
export async function takeIn<O extends Outcome>(
  { register: name, lists, receive }: Intake<O>,
  bodies: readonly Body[],
  { model, caller, writing }: OperationContext<unknown>,
): Promise<O[]> {
  const lojaId = requireStore(caller)
  const { register } = tableOf(model, name)
  return inTransaction(writing, register, async work => {
    const outcomes = await receive(bodies, lojaId, work.q, model)
    for (const { id, status } of outcomes)
      if (id !== undefined && status !== 'unchanged')
        work.changes.push({ register, lojaId, id: String(id), as: status === 'created' ? 'made' : undefined })
    const heard = bodies.filter((_, at) => outcomes[at]?.status !== 'refused')
    const equipment = [...new Set(heard.map(({ equipamentoId }) => Number(equipamentoId)))]
    if (equipment.length > 0) await work.q.query<RowOf<'equipamentos', 'id'>>(NOTE_USE, [lojaId, equipment])
    const fresh = bodies.filter((_, at) => outcomes[at]?.status === 'created')
    work.service.quotas?.spend('rows', caller, fresh.length + rowsIn(fresh, lists))
    return outcomes
  })
}

/** The last use of equipment, to the minute. A row that another batch holds is not waited for: that one notes it. */
const NOTE_USE = `UPDATE equipamentos SET ultimo_uso = now() WHERE "lojaId" = $1 AND id IN (SELECT id FROM equipamentos WHERE "lojaId" = $1
    AND id = ANY ($2::bigint[]) AND coalesce(ultimo_uso < now() - interval '1 minute', true) FOR NO KEY UPDATE SKIP LOCKED) RETURNING id`

/** How many rows records have in these lists. */
export const rowsIn = (bodies: readonly Body[], lists: readonly string[]): number =>
  bodies.reduce((sum, body) => lists.reduce((rows, list) => rows + (Array.isArray(body[list]) ? body[list].length : 0), sum), 0)

/** The reply about a record that was sent alone. @throws ApiError for what is wrong of it */
export function tellOne<O extends Outcome>([done]: readonly O[]): Omit<O, 'problems'> {
  if (!done) throw new Error('No outcome')
  const { problems = [], ...told } = done
  if (done.status !== 'refused') return told
  throw new ApiError(422, problems[0]?.code ?? 'validation', problems[0]?.params, [...problems])
}

/** The reply about many: of each that was refused the first problem, of the first ones more. */
export function tellMany<O extends Outcome>(outcomes: readonly O[], model: Model) {
  const budget = createProblemBudget()
  const count = (...wanted: Outcome['status'][]): number => outcomes.filter(({ status }) => wanted.includes(status)).length
  return {
    resultados: outcomes.map(({ problems, ...told }) => ({
      ...told,
      ...(problems
        ? { details: budget(problems).map(one => ({ path: one.path, code: one.code, message: formatProblem(model, one) })) }
        : {}),
    })),
    recebidos: count('created', 'changed'),
    repetidos: count('unchanged'),
    recusados: count('refused'),
  }
}

/** Codes of what may be wrong of any record that points of sale send, without the kind's name. */
const problemCodes = [
  ...['field-required', 'field-invalid', 'field-range', 'field-decimals', 'field-too-long', 'field-unknown'],
  ...['moment-invalid', 'moment-range', 'moment-order', 'too-many', 'unknown', 'twice', 'other-store'],
]

/** The messages of the calls of a kind: those of any record, and these. */
export const intakeMessages = (kind: 'sale' | 'cash', ...own: readonly string[]): string[] => [
  ...[...problemCodes, ...own].map(code => `${kind}.${code}`),
  'more-problems',
]

/** The schema of an outcome, by the members that name a record. */
export const outcomeSchema = (names: Body, unchanged: string) => ({
  type: 'object',
  properties: {
    ...names,
    status: { enum: ['created', 'changed', 'unchanged', 'refused'], description: `unchanged: ${unchanged}` },
    id: { type: 'integer' },
    ignorados: {
      type: 'array',
      items: { type: 'string' },
      description: 'Campos que ninguém conhece, de um equipamento que pode mandá-los',
    },
    details: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } } },
    },
  },
  required: [...Object.keys(names), 'status'],
})

/** The schema of the reply about many. */
export const outcomesSchema = (outcome: Body) =>
  objectOf({
    resultados: { type: 'array', items: outcome, description: 'Na ordem do envio' },
    recebidos: { type: 'integer' },
    repetidos: { type: 'integer' },
    recusados: { type: 'integer' },
  })

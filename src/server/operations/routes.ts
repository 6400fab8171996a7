import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { gateAllows } from '../../model/access/gate.ts'
import { callerFor } from '../access/resolveCaller.ts'
import { ApiError } from '../error.ts'
import { withIdempotency } from '../http/idempotency/withIdempotency.ts'
import type { RouteContext } from '../http/registerRequest.ts'
import { actionOfRequest } from '../write/writeAction.ts'
import type { OpenOperation, Operation } from './operation.ts'

/** Gives every operation its route. */
export function registerOperationRoutes(
  app: FastifyInstance,
  base: RouteContext,
  operations: readonly (Operation | OpenOperation)[],
): void {
  const ajv = new Ajv2020({ allErrors: true, coerceTypes: true, useDefaults: true })
  formats.default(ajv)
  for (const one of operations) {
    const check = ajv.compile(one.input)
    const handler =
      'perMinute' in one
        ? openHandler(one, check, base)
        : (request: Request, reply: Reply) => run(one, check, request, reply, base)
    app.route({
      method: one.method,
      url: `/api/${one.path}`,
      handler,
      config: {
        ...('perMinute' in one ? { rateLimit: { max: one.perMinute } } : {}),
        ...(one.cleansTexts ? { cleansTexts: true } : {}),
      },
      ...(one.largest === undefined ? {} : { bodyLimit: one.largest }),
    })
  }
}

type Request = FastifyRequest
type Reply = FastifyReply

/** A call without a session. */
function openHandler(one: OpenOperation, check: ValidateFunction, { service }: RouteContext) {
  return async (request: Request, reply: Reply): Promise<unknown> => {
    const input = inputOf(request)
    if (!check(input)) throw refusal(check)
    return one.run({ service, model: service.model(), input: input as never, request, reply })
  }
}

const inputOf = ({ query, body, params }: Request): Record<string, unknown> => ({
  ...asRecord(query),
  ...asRecord(body),
  ...asRecord(params),
})

async function run(
  one: Operation,
  check: ValidateFunction,
  request: FastifyRequest,
  reply: FastifyReply,
  base: RouteContext,
): Promise<unknown> {
  const input = inputOf(request)
  const caller = await callerFor({ ...base, request }, input.lojaId)
  if (!gateAllows(one.gate, caller.permission)) throw new ApiError(403, 'forbidden')
  if (!check(input)) throw refusal(check)
  const origin = request.headers['x-origin']
  const running = {
    model: base.service.model(),
    caller,
    input: input as never,
    request,
    reply,
    ...(typeof origin === 'string' ? { origin } : {}),
  }
  if (one.method === 'GET') return one.run({ ...running, service: base.service })
  const action = actionOfRequest(request, reply)
  const asked = { service: base.service, request, reply, user: async () => caller.userId }
  return withIdempotency(asked, service => one.run({ ...running, service, action }))
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** The first thing wrong with each member of the input. */
function refusal({ errors }: ValidateFunction): ApiError {
  const details = (errors ?? []).map(({ instancePath, keyword, params }) => ({
    path: keyword === 'required' ? String(params.missingProperty) : instancePath.slice(1).replaceAll('/', '.'),
    code: keyword === 'required' ? 'required' : keyword === 'format' ? `${params.format}-invalid` : 'content-invalid',
  }))
  return new ApiError(422, details.length === 1 && details[0] ? details[0].code : 'validation', {}, details)
}

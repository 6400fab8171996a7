import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answer } from '../../model/gate.ts'
import { ApiError } from '../error.ts'
import { once } from '../once/once.ts'
import { type Base, callerFor } from '../routes/ask.ts'
import { takeAction } from '../write/action.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

/** Gives every operation its route. */
export function operationRoutes(app: FastifyInstance, base: Base): void {
  const ajv = new Ajv2020({ allErrors: true, coerceTypes: true, useDefaults: true })
  formats.default(ajv)
  for (const one of operations) {
    const check = ajv.compile(one.input)
    app.route({ method: one.method, url: `/api/${one.path}`, handler: (request, reply) => run(one, check, request, reply, base) })
  }
}

async function run(
  one: Operation,
  check: ValidateFunction,
  request: FastifyRequest,
  reply: FastifyReply,
  base: Base,
): Promise<unknown> {
  const input = { ...asRecord(request.query), ...asRecord(request.body), ...asRecord(request.params) }
  const caller = await callerFor({ ...base, request }, input.lojaId)
  if (!answer(one.gate, caller.permission)) throw new ApiError(403, 'forbidden')
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
  const action = takeAction(request, reply)
  const asked = { service: base.service, request, reply, user: async () => caller.userId }
  return once(asked, service => one.run({ ...running, service, action }))
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

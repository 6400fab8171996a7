import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseDate, parseDateTime } from '../../base/dates.ts'
import { isRecord } from '../../base/record.ts'
import { gateAllows } from '../../model/access/gate.ts'
import type { Model } from '../../model/model.ts'
import type { Caller } from '../access/caller.ts'
import { gateRefusal } from '../access/gateRefusal.ts'
import { requireIdentityProof } from '../access/identityProof.ts'
import { proofOf } from '../access/requestParts.ts'
import { callerFor, requirePerson } from '../access/resolveCaller.ts'
import { modelForCaller } from '../access/storeFields.ts'
import { visitorOf } from '../access/visitor.ts'
import { ApiError } from '../error.ts'
import { storeFile } from '../files/storeFile.ts'
import { openCall, strangersBody } from '../http/body/openCall.ts'
import { withIdempotency } from '../http/idempotency/withIdempotency.ts'
import type { RouteContext } from '../http/registerRequest.ts'
import { checkContents } from '../query/checkContents.ts'
import { spendBy } from '../quotas/countCalls.ts'
import { noteSecurityEvent } from '../security/securityEvent.ts'
import type { Service } from '../service.ts'
import { addressAsCalled } from '../settings.ts'
import { goneSignal } from '../threads/goneSignal.ts'
import { requireStore, type WriteContext } from '../write/unitOfWork.ts'
import { actionOfRequest, type WriteAction } from '../write/writeAction.ts'
import { dropNulls } from './dropNulls.ts'
import type { JsonSchema, OpenOperation, RuntimeOperation, RuntimeOperationContext } from './operation.ts'
import { OperationReply } from './operationReply.ts'
import { storesOfFilter } from './storesOfFilter.ts'

/** Gives every operation its route. */
export function registerOperationRoutes(
  app: FastifyInstance,
  base: RouteContext,
  operations: readonly (RuntimeOperation | OpenOperation)[],
): void {
  const ajv = new Ajv2020({ allErrors: true, coerceTypes: true, useDefaults: true })
  formats.default(ajv)
  // The formats allow a year 0, which the database refuses, and a 60th second, which no `Date` has.
  ajv.addFormat('date', text => parseDate(text) === text)
  ajv.addFormat('date-time', text => zoned.test(text) && parseDateTime(text) !== undefined)
  for (const one of operations) {
    // Made at the first call: a start waits for none of some hundred.
    let made: ValidateFunction | undefined
    const check = (): ValidateFunction => {
      made ??= ajv.compile(withSafeNumbers(one.input))
      return made
    }
    const handler =
      'perMinute' in one
        ? openHandler(one, check, base)
        : (request: Request, reply: Reply) => run(one, check, request, reply, base)
    app.route({
      method: one.method,
      url: `/api/${one.path}`,
      handler,
      config: {
        ...('perMinute' in one ? { ...openCall.config, rateLimit: { max: one.perMinute } } : {}),
        ...(one.cleansTexts ? { cleansTexts: true } : {}),
      },
      ...('perMinute' in one ? { bodyLimit: strangersBody } : {}),
      ...(one.largest === undefined ? {} : { bodyLimit: one.largest }),
    })
  }
}

/** A moment with its offset, as RFC 3339 writes one. */
const zoned = /^\d{4}-\d{2}-\d{2}[t\s]\d{2}:\d{2}:\d{2}(\.\d+)?(z|[+-]\d{2}(:?\d{2})?)$/i

/** The schema with bounds for whole numbers that have none: beyond them JavaScript counts no more, and no key lies there. */
function withSafeNumbers(schema: JsonSchema): JsonSchema {
  const members = Object.entries(schema).map(([name, part]) => [name, isRecord(part) ? withSafeNumbers(part) : part])
  const bounds = [schema.type].flat().includes('integer')
    ? { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
    : {}
  return { ...bounds, ...Object.fromEntries(members) }
}

type Request = FastifyRequest
type Reply = FastifyReply

/** A call without a session. */
function openHandler(one: OpenOperation, check: () => ValidateFunction, { service }: RouteContext) {
  return async (request: Request, reply: Reply): Promise<unknown> => {
    const input = inputOf(request)
    demandInput(input, check(), one.input)
    const answer = async (bound: Service, action?: WriteAction): Promise<unknown> => {
      const { database, log, offers } = bound
      const writing = writingOf(request, visitorOf(bound.model(), request.id), bound, action)
      return told(
        await one.run({
          model: writing.model,
          input: input as never,
          database,
          log,
          offers,
          address: request.ip,
          signal: goneSignal(request, reply),
          proof: proofOf(request),
          writing,
        }),
        reply,
      )
    }
    if (one.method === 'GET') return answer(service)
    const action = actionOfRequest(request, reply)
    return withIdempotency({ service, request, reply, user: async () => VISITOR }, bound => answer(bound, action))
  }
}

/** Keys of calls without a session are those of nobody; what is asked under one is part of it, so they do not meet. */
const VISITOR = 0

function writingOf({ headers }: Request, caller: Caller, service: Service, action: WriteAction | undefined): WriteContext {
  const origin = headers['x-origin']
  return {
    service,
    model: modelForCaller(service.model(), caller),
    caller,
    ...(typeof origin === 'string' ? { origin } : {}),
    ...(action ? { action } : {}),
  }
}

function demandInput(input: object, check: ValidateFunction, schema: JsonSchema): void {
  dropNulls(input, schema)
  if (!check(input)) throw refusal(check)
  // A text of many digits has become a number without end by now.
  checkContents(input, '', true)
}

const inputOf = ({ query, body, params }: Request): Record<string, unknown> => ({
  ...asRecord(query),
  ...asRecord(body),
  ...asRecord(params),
})

async function run(
  one: RuntimeOperation,
  check: () => ValidateFunction,
  request: FastifyRequest,
  reply: FastifyReply,
  base: RouteContext,
): Promise<unknown> {
  const input = inputOf(request)
  const caller = await callerFor({ ...base, request }, input.lojaId, ...storesOfFilter(input.filter))
  if (one.person) requirePerson(caller)
  if (!gateAllows(one.gate, caller.permission)) throw gateRefusal(base.service.model(), one.gate, caller.rights)
  demandInput(input, check(), one.input)
  const isProtected = asksProof(one, base.service.model())
  if (isProtected) await requireIdentityProof(base.service.database.system, caller)
  if (one.spends) spendBy(request, base.service, one.spends, caller)
  const context = (service: Service, action?: WriteAction) => contextOf(request, reply, input as never, caller, service, action)
  const prepared = await one.prepare?.(context(base.service))
  const answer = async (service: Service, action?: WriteAction): Promise<unknown> => {
    const answered = told(await one.run(context(service, action), prepared), reply)
    if (isProtected && !one.notesItself) await noteProtectedCall(base.service, caller, request.ip, one.title)
    return answered
  }
  if (one.method === 'GET' || ('standsAlone' in one && one.standsAlone)) return answer(base.service)
  const action = actionOfRequest(request, reply)
  const asked = { service: base.service, request, reply, user: async () => caller.userId }
  return withIdempotency(asked, service => answer(service, action))
}

/** Tells whether the call is one before which people prove who they are: by its own word, or by that of the register that it acts on. */
const asksProof = ({ reauthenticate, actsOn }: RuntimeOperation, model: Model): boolean =>
  reauthenticate === true ||
  (actsOn !== undefined && model.registers[actsOn.register]?.reauthenticate?.includes(actsOn.act) === true)

const noteProtectedCall = (service: Service, { userId, storeId }: Caller, address: string, detail: string): Promise<void> =>
  noteSecurityEvent(service, { kind: 'protected-call', userId, lojaId: storeId ?? 0, address, detail })

function contextOf<I>(
  request: FastifyRequest,
  reply: FastifyReply,
  input: I,
  caller: Caller,
  service: Service,
  action: WriteAction | undefined,
): RuntimeOperationContext<I> {
  const { database, log, files, offers } = service
  const writing = writingOf(request, caller, service, action)
  const { model, origin } = writing
  return {
    service,
    model,
    caller,
    pages: addressAsCalled(request.headers.host),
    input,
    database,
    log,
    offers,
    address: request.ip,
    signal: goneSignal(request, reply),
    writing,
    publish: change => service.publish({ ...(origin === undefined ? {} : { origin }), ...change }),
    storeFile: (place, bytes) => storeFile(files, [String(requireStore(caller)), ...place], bytes),
  }
}

/** Returns the result of the operation, its headers put on the reply. */
function told(answer: unknown, reply: FastifyReply): unknown {
  if (!(answer instanceof OperationReply)) return answer
  reply.headers(answer.headers)
  return answer.body
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** The first thing wrong with each member of the input. */
function refusal({ errors }: ValidateFunction): ApiError {
  const details = (errors ?? []).map(({ instancePath, keyword, params }) => ({
    path: [...instancePath.split('/').slice(1), ...(keyword === 'required' ? [String(params.missingProperty)] : [])].join('.'),
    code: keyword === 'required' ? 'required' : keyword === 'format' ? `${params.format}-invalid` : 'content-invalid',
  }))
  return new ApiError(422, details.length === 1 && details[0] ? details[0].code : 'validation', {}, details)
}

import type { FastifyInstance } from 'fastify'
import type { CallerResolver } from './access/resolveCaller.ts'
import { documentRoutes } from './documents/documentRoutes.ts'
import { ApiError } from './error.ts'
import { discussRoutes } from './features/discuss/routes.ts'
import { exportRoutes } from './features/export/routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import type { NotifiedAddress } from './features/openapi/notificationCalls.ts'
import { openApiDocument } from './features/openapi/openApiDocument.ts'
import { documentEncoding, packedDocument } from './features/openapi/packedDocument.ts'
import { withRoleWords } from './features/roleWords/withRoleWords.ts'
import { wayRoutes } from './features/ways/routes.ts'
import { readRecord } from './http/readRoutes.ts'
import { recordRoutes } from './http/recordRoutes.ts'
import { addRegisterRoutes, type RegisterRoute, withRegister } from './http/registerRequest.ts'
import { visitorsToo } from './http/visitorsToo.ts'
import type { OpenOperation, Operation } from './operations/operation.ts'
import { visitorLimit } from './operations/rateLimits.ts'
import { registerOperationRoutes } from './operations/routes.ts'
import { withIdentityProof } from './operations/withIdentityProof.ts'
import { countCacheOf } from './query/counts/countCache.ts'
import { reportOrElse } from './report/reportOrElse.ts'
import { runtimeOperations } from './runtimeOperations.ts'
import type { Service } from './service.ts'
import { forgetCachedStores } from './write/storeCache.ts'

/** How often an address may ask for the document of the API in a minute, which takes no session. */
const documentsPerMinute = 30

const unknownCall = async (): Promise<never> => {
  throw new ApiError(404, 'route-unknown')
}

const withWords = (route: RegisterRoute): RegisterRoute => ({ ...route, answer: withRoleWords(route.answer) })

/**
 * Puts together the calls that every register has and the business calls: the runtime's own, and those that areas and integrations
 * declare. The document of the API names where `receivers` are notified, too.
 */
export function registerRoutes(
  app: FastifyInstance,
  service: Service,
  resolveCaller: CallerResolver,
  composed: readonly (Operation | OpenOperation)[],
  receivers: readonly NotifiedAddress[] = [],
): void {
  service.subscribe?.(change => {
    countCacheOf(service).invalidate(change)
    forgetCachedStores(service, change)
  })
  const admitVisitor = visitorLimit(app)
  const context = { service, resolveCaller, ...(admitVisitor ? { admitVisitor } : {}) }
  const operations = [...runtimeOperations, ...composed]
  app.get('/api/openapi.json', { config: { rateLimit: { max: documentsPerMinute } } }, (request, reply) => {
    const encoding = documentEncoding(request.headers['accept-encoding'])
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return packedDocument(openApiDocument(service.model(), operations, receivers), encoding)
  })
  registerOperationRoutes(app, context, operations)
  const routes = [
    ...[...recordRoutes, ...exportRoutes].map(withWords),
    ...documentRoutes,
    ...historyRoutes,
    ...wayRoutes,
    ...discussRoutes,
  ]
  addRegisterRoutes(app, context, routes.map(withIdentityProof))
  // The address of a report may look like a record's.
  app.get('/api/:register/:id', reportOrElse(context, withRegister(context, withRoleWords(visitorsToo(readRecord)))))
  app.get('/api/*', reportOrElse(context, unknownCall))
}

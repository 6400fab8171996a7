import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { resolveCaller, resolveLicensedCaller } from './access/resolveCaller.ts'
import type { AppContext } from './appContext.ts'
import { registerEventStream } from './features/events/eventStream.ts'
import { registerModelRoute, registerPublicModelRoute } from './features/events/modelRoutes.ts'
import { registerFileRoutes } from './files/routes.ts'
import { readBodies } from './http/body/readBodies.ts'
import { checkRequestContents, takeEmptyRemovals } from './http/body/requestContents.ts'
import { endConnectionsWhenClosing } from './http/closing.ts'
import { framedOrigins } from './http/framedOrigins.ts'
import { registerHealth } from './http/health.ts'
import { clientErrors } from './http/log/clientErrors.ts'
import { registerContentReports } from './http/log/contentReports.ts'
import { registerErrorHandler } from './http/log/errorReplies.ts'
import { logRequests } from './http/log/requests.ts'
import { servePages } from './http/pages.ts'
import { addSecurityHeaders } from './http/securityHeaders.ts'
import { registerNotificationRoutes } from './integrations/notifications/notificationRoutes.ts'
import { readMetricsAccess } from './metrics/metricsAccess.ts'
import { traceRequests } from './metrics/traceRequests.ts'
import { allowRateLimits } from './operations/rateLimits.ts'
import { startHeartbeat } from './process/heartbeat.ts'
import { countCalls, tellCounted } from './quotas/countCalls.ts'
import { registerRoutes } from './registerRoutes.ts'
import { registerSessionRoutes } from './session/routes.ts'
import { trustedProxies } from './settings.ts'
import { frameAncestors } from './visitors/pageFrames.ts'

export interface AppOptions {
  /** Folder of the built browser side; without it only the API is served. */
  readonly pages?: string
  /** Makes the HTTP server: development puts Vite in front. */
  server?(handler: RequestListener): Server
  /** Milliseconds in which a request must have arrived whole, two minutes when nothing is said, and how often that is looked at. */
  readonly arrival?: { readonly within: number; readonly checked: number }
}

/** A photo over a slow line takes its time; nobody sends a letter a second for hours. */
const arrivalOfRequests = { within: 120_000, checked: 10_000 }

/** Largest JSON body, in bytes. */
const largestBody = 1024 * 1024

/** Figures to watch, where somebody may read them; else their code is not even loaded. */
const allowMetrics = async (app: FastifyInstance, { service, database, domain }: AppContext): Promise<void> => {
  const access = readMetricsAccess()
  if (!access) return
  const { registerMetrics } = await import('./metrics/registerMetrics.ts')
  registerMetrics(app, { service, database, figures: domain.figures }, access)
}

/** Puts the rooms together into one HTTP application. */
export const createApp = async (context: AppContext, options: AppOptions = {}): Promise<FastifyInstance> => {
  const { service, access, eventBus } = context
  const { within, checked } = options.arrival ?? arrivalOfRequests
  const app = Fastify({
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    bodyLimit: largestBody,
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(),
    // Requests over older connections are answered while a server ends: see http/closing.ts.
    return503OnClosing: false,
    requestTimeout: within,
    http: { connectionsCheckingInterval: checked },
    ...clientErrors(service),
    forceCloseConnections: 'idle',
    ...(options.server ? { serverFactory: options.server } : {}),
  }) as unknown as FastifyInstance
  // Node takes the longer of the two for the whole request.
  app.server.headersTimeout = Math.min(app.server.headersTimeout, within)
  app.decorateRequest('caller', undefined)
  traceRequests(app, service)
  startHeartbeat(app)
  tellCounted(app)
  await addSecurityHeaders(app, framedOrigins(service.model()))
  endConnectionsWhenClosing(app)
  registerErrorHandler(app, service)
  logRequests(app, service.log)
  await app.register(compress, {
    threshold: 1024,
    // Bodies come as they are: nobody sends a small one that unfolds to gigabytes.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await allowRateLimits(app, service.database.system)
  takeEmptyRemovals(app)
  readBodies(app, access)
  checkRequestContents(app)
  registerHealth(app, service)
  registerContentReports(app, service)
  await allowMetrics(app, context)
  registerSessionRoutes(app, service, access, eventBus)
  const calls = countCalls(service.quotas, resolveLicensedCaller(access))
  registerModelRoute(app, service, countCalls(service.quotas, resolveCaller(access)), context.trouble)
  registerPublicModelRoute(app, service)
  registerEventStream(app, eventBus, access, () => service.model())
  registerFileRoutes(app, service, calls)
  const { receivers, operations } = context.domain
  await registerNotificationRoutes(app, { service, receivers, wake: name => context.notificationWorkers.get(name)?.wake() })
  registerRoutes(app, service, calls, operations, receivers)
  servePages(app, service, options.pages, url => frameAncestors(service, url))
  return app
}

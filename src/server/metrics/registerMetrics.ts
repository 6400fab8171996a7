import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { memoryFigures } from '../../base/boundedMemory.ts'
import type { ServerDatabase } from '../database/serverDatabase.ts'
import { ApiError } from '../error.ts'
import type { Service } from '../service.ts'
import { pieceCounts } from '../threads/inWorker.ts'
import { callName } from './callName.ts'
import type { MetricsAccess } from './metricsAccess.ts'
import { runtimeFigures } from './runtimeFigures.ts'
import type { WatchedFigure } from './watchedFigure.ts'

/** The sources of the figures. */
export interface Measured {
  readonly service: Service
  readonly database: Pick<ServerDatabase, 'system' | 'connections'>
  /** Those of areas and integrations. */
  readonly figures: readonly WatchedFigure[]
}

/** Every figure of ours begins so. */
const PREFIX = 'retaguarda_'

/** Milliseconds that reading from the database may take: whoever asks gets the rest without it. */
const PATIENCE = 4000

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** GET /metrics: figures to watch, in the text format of Prometheus. */
export function registerMetrics(app: FastifyInstance, measured: Measured, access: MetricsAccess): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countRequests(app, measured.service, registry)
  countConnections(measured.database, registry)
  countPieces(registry)
  countMemories(registry)
  const readFigures = figuresOfDatabase(measured, registry)
  app.get('/metrics', async (request, reply) => {
    demandAccess(access, request.ip, request.headers.authorization)
    await readFigures()
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

function demandAccess(access: MetricsAccess, address: string, authorization: string | undefined): void {
  if (!access.allows({ address, authorization })) throw new ApiError(403, 'forbidden')
}

function countRequests(app: FastifyInstance, service: Pick<Service, 'model'>, registry: Registry): void {
  const registers = [registry]
  const requests = new Counter({
    name: `${PREFIX}http_requests_total`,
    help: 'Requests that were answered, by call and status.',
    labelNames: ['method', 'call', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'How long requests took, by route: calls of all registers together.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    requests.inc({ method, call: callName(request, service.model()), status: String(reply.statusCode) })
    seconds.observe({ method, route: request.routeOptions.url ?? 'unknown' }, reply.elapsedTime / 1000)
    done()
  })
}

function countPieces(registry: Registry): void {
  new Gauge({
    name: `${PREFIX}pieces`,
    help: 'Files that are read, papers that are drawn and parts of sheets that are written in worker threads, and those that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, value] of Object.entries(pieceCounts())) this.set({ state }, value)
    },
  })
}

function countMemories(registry: Registry): void {
  new Gauge({
    name: `${PREFIX}memory`,
    help: 'What this server remembers between calls, and how much of it there may be: values, or characters where they are texts.',
    labelNames: ['memory', 'size'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, held, most } of memoryFigures())
        for (const [size, value] of Object.entries({ held, most })) this.set({ memory: name, size }, value)
    },
  })
}

function countConnections(database: Measured['database'], registry: Registry): void {
  new Gauge({
    name: `${PREFIX}database_connections`,
    help: 'Connections of this server to the database: open ones, those at rest, and requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const { pool, open, idle, waiting } of database.connections())
        for (const [state, value] of Object.entries({ open, idle, waiting })) this.set({ pool, state }, value)
    },
  })
}

/** Figures that the database tells; while it does not answer, the others are told without them. */
function figuresOfDatabase({ service, database, figures }: Measured, registry: Registry): () => Promise<void> {
  const registers = [registry]
  const failed = new Gauge({
    name: `${PREFIX}figures_failed`,
    help: 'Figures of the database that could not be read.',
    registers,
  })
  const all = [...runtimeFigures, ...figures].map(figure => {
    const { name, help, labels = [] } = figure
    return { figure, gauge: new Gauge({ name: `${PREFIX}${name}`, help, labelNames: [...labels], registers }) }
  })
  const read = async (left: Set<WatchedFigure>): Promise<void> => {
    for (const { figure, gauge } of all) {
      gauge.reset()
      try {
        const values = await figure.read(database.system)
        // Without labels and without a value it says nothing, and no 0.
        if (values.length === 0 && figure.labels === undefined) gauge.set(Number.NaN)
        for (const { value, labels = {} } of values) gauge.set({ ...labels }, value)
        left.delete(figure)
      } catch (error) {
        service.log.warn({ err: error, figure: figure.name }, 'figure not read')
      }
    }
  }
  return async () => {
    const left = new Set(all.map(({ figure }) => figure))
    await Promise.race([read(left), pause(PATIENCE, undefined, { ref: false })])
    failed.set(left.size)
  }
}

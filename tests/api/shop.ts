import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import pino from 'pino'
import { type Permission, rightsFor } from '../../src/model/gate.ts'
import type { Model } from '../../src/model/model.ts'
import { formatMessage } from '../../src/model/text.ts'
import type { Caller, RegisterChange, Service } from '../../src/server/caller.ts'
import { type ServerDatabase, openDatabase } from '../../src/server/database/pool.ts'
import { prepareRole } from '../../src/server/database/role.ts'
import { readDefinitions } from '../../src/server/definitions.ts'
import { ApiError } from '../../src/server/error.ts'
import { registerRoutes } from '../../src/server/routes/routes.ts'
import { applyModel } from '../../src/server/tables/apply.ts'
import { scratchDatabase } from './scratch.ts'

/** A caller as a test describes it. */
export interface TestCaller {
  readonly userId: number
  readonly stores: readonly number[]
  readonly admin?: boolean
  readonly owner?: boolean
  readonly flags?: readonly string[]
  readonly features?: readonly string[]
}

export interface TestReply<T = unknown> {
  readonly status: number
  readonly body: T
  readonly count: number | undefined
}

/** The routes of all registers over the product's own definitions and a real database, called by whom a test says. */
export interface Shop {
  readonly model: Model
  readonly database: ServerDatabase
  readonly service: Service
  readonly changes: RegisterChange[]
  readonly dataDir: string
  as(someone: TestCaller): (method: Method, path: string, payload?: unknown, headers?: Headers) => Promise<TestReply>
  close(): Promise<void>
}

type Headers = Readonly<Record<string, string>>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'

export async function openShop(model: Model = readDefinitions().model): Promise<Shop> {
  const scratch = await scratchDatabase()
  const owner = openDatabase({ url: scratch.url })
  const role = await prepareRole(owner.system)
  await owner.close()
  const database = openDatabase({ url: scratch.url, role })
  await applyModel(database, model, [])
  // History names users: the first twenty are there from the start.
  await database.own(q =>
    q.query(`INSERT INTO users (email, nome) SELECT 'pessoa' || n || '@x.br', 'Pessoa ' || n FROM generate_series(1, 20) n`),
  )
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'))
  const changes: RegisterChange[] = []
  const service: Service = {
    model: () => model,
    database,
    log: pino({ level: 'silent' }),
    dataDir,
    publish: change => changes.push(change),
  }
  const app = appOf(service)
  return {
    model,
    database,
    service,
    changes,
    dataDir,
    as: someone => (method, path, payload, headers) => call(app, someone, method, path, payload, headers),
    close: async () => {
      await app.close()
      await database.close()
      await scratch.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function appOf(service: Service): FastifyInstance {
  const app = fastify({ routerOptions: { caseSensitive: false } })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ApiError))
      return reply.code(500).send({ error: { message: String(error), stack: (error as Error).stack } })
    const { statusCode, code, params, details, extra } = error
    return reply
      .code(statusCode)
      .send({ error: { message: formatMessage(service.model(), code, params), code, params, statusCode, details }, ...extra })
  })
  registerRoutes(app, service, async (request, storeId) =>
    callerOf(service.model(), JSON.parse(String(request.headers['x-someone'])), storeId),
  )
  return app
}

export function callerOf(model: Model, someone: TestCaller, asked: number | undefined): Caller {
  const { userId, stores, admin = false, owner = false, flags = [], features = [] } = someone
  if (asked !== undefined && !admin && !stores.includes(asked)) throw new ApiError(403, 'store-forbidden')
  const on = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, true]))
  const permission: Permission = { admin, owner, logged: true, flags: on(flags), store: on(features) }
  const storeId = asked ?? (stores.length === 1 ? (stores[0] ?? null) : null)
  const rights = rightsFor(model, permission)
  return {
    userId,
    email: `${userId}@x.br`,
    name: `Pessoa ${userId}`,
    admin,
    permission,
    rights,
    storeId,
    stores,
    zone: 'America/Sao_Paulo',
    requestId: 'r',
    session: 's',
  }
}

async function call(
  app: FastifyInstance,
  someone: TestCaller,
  method: Method,
  path: string,
  payload?: unknown,
  more: Headers = {},
): Promise<TestReply> {
  const headers = { ...more, 'x-someone': JSON.stringify(someone) }
  const reply = await app.inject({ method, url: path, headers, ...(payload === undefined ? {} : { payload: payload as object }) })
  const count = reply.headers['content-count']
  return {
    status: reply.statusCode,
    body: reply.body === '' ? undefined : JSON.parse(reply.body),
    count: count === undefined ? undefined : Number(count),
  }
}

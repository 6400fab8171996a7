import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import type { Model } from '../../src/model/model.ts'
import { createApp } from '../../src/server/app.ts'
import { openDatabase } from '../../src/server/database/pool.ts'
import { prepareRole } from '../../src/server/database/role.ts'
import { readDefinitions } from '../../src/server/definitions.ts'
import type { MailSettings } from '../../src/server/mail/settings.ts'
import { type OpenPlugin, openPlugins } from '../../src/server/plugin.ts'
import { createAppContext, type AppContext } from '../../src/server/service.ts'
import { hashPassword } from '../../src/server/session/password.ts'
import { setPasswordHash } from '../../src/server/session/people.ts'
import { applyModel } from '../../src/server/tables/apply.ts'
import { scratchDatabase } from './scratch.ts'

/** The whole application over a database of its own, with sessions, as requests meet it. */
export interface TestServer {
  readonly app: FastifyInstance
  readonly house: AppContext
  readonly logged: string[]
  /** Makes a user with the password `senha123`. */
  addUser(email: string, values?: Readonly<Record<string, unknown>>): Promise<number>
  addStore(nome: string, adminUserId?: number): Promise<number>
  tie(userId: number, lojaId: number, values?: Readonly<Record<string, unknown>>): Promise<void>
  login(email: string, password?: string): Promise<LightMyRequestResponse>
  /** Logs in and gives the token. */
  enter(email: string): Promise<string>
  call(token: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

export const testPassword = 'senha123'

/** `plugins`: integrations to open, which find their services as `env` says, else at stand-ins. */
export interface ServerOptions {
  readonly plugins?: readonly OpenPlugin[]
  readonly env?: Readonly<Record<string, string>>
  readonly mail?: MailSettings
}

export const openServer = async (
  model: Model = readDefinitions().model,
  { plugins: integrations = [], env = {}, mail }: ServerOptions = {},
): Promise<TestServer> => {
  const scratch = await scratchDatabase()
  const owner = openDatabase({ url: scratch.url })
  const role = await prepareRole(owner.system)
  await owner.close()
  const database = openDatabase({ url: scratch.url, role })
  await applyModel(database, model, [])
  const dataDir = mkdtempSync(join(tmpdir(), 'servidor-'))
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const plugins = await openPlugins(integrations, { env, demo: true, log })
  const house = await createAppContext({ database, model, log, dataDir, plugins, ...(mail ? { mail } : {}) })
  const app = await createApp(house)
  const hash = hashPassword(testPassword)

  const insert = async (table: string, values: Readonly<Record<string, unknown>>): Promise<number> => {
    const names = Object.keys(values)
    const { rows } = await database.system.query<{ id: string }>(
      `INSERT INTO ${table} (${names.map(name => `"${name}"`).join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING id`,
      Object.values(values),
    )
    house.access.forget()
    return Number(rows[0]?.id)
  }
  const login: TestServer['login'] = (email, password = testPassword) =>
    app.inject({ method: 'POST', url: '/api/users/login', payload: { email, password } })

  return {
    app,
    house,
    logged,
    addUser: async (email, values = {}) => {
      const id = await insert('users', { email, nome: email, ...values })
      await setPasswordHash(database.system, id, await hash)
      return id
    },
    addStore: (nome, adminUserId) =>
      insert('lojas', { nome_fantasia: nome, ...(adminUserId === undefined ? {} : { adminUserId }) }),
    tie: async (userId, lojaId, values = {}) => void (await insert('user_lojas', { userId, lojaId, type: 2, ...values })),
    login,
    enter: async email => (await login(email)).json().id,
    call: (token, method, url, payload) =>
      app.inject({ method, url, headers: { authorization: token }, ...(payload ? { payload } : {}) }),
    close: async () => {
      await app.close()
      await house.close()
      await scratch.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

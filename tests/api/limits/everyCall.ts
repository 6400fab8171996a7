import { callsOf, type DocumentedCall, type Method } from '../../../scripts/fuzz/documentedCalls.ts'
import { areas } from '../../../src/domain/all.ts'
import type { Model } from '../../../src/model/model.ts'
import { openCep } from '../../../src/plugins/cep/server.ts'
import { openCnpj } from '../../../src/plugins/cnpj/server.ts'
import { openDeliveryApp } from '../../../src/plugins/deliveryApp/server.ts'
import { openEan } from '../../../src/plugins/ean/server.ts'
import { productModel } from '../fixtures/product.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** A server with every integration, one store with one row in every table, and who may do everything there. */
export interface LimitsServer {
  readonly server: TestServer
  readonly model: Model
  readonly calls: readonly DocumentedCall[]
  readonly lojaId: number
  /** Key of the row in a register's table. */
  readonly rows: ReadonlyMap<string, unknown>
  /** The answer to a call, as its status and length, and what it says. */
  ask(method: string, url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly text: string
}

const GUEST = 'sem-sessao'

export async function openLimitsServer(): Promise<LimitsServer> {
  const model = productModel()
  const server = await openServer(model, { plugins: [openCep, openCnpj, openEan, openDeliveryApp], domains: areas })
  const admin = await server.addUser('tudo@x.br', { admin: true })
  const lojaId = await server.addStore('Loja', admin)
  await server.tie(admin, lojaId, { type: 1, email: 'tudo@x.br' })
  const rows = await oneRowEach(model, lojaId, server)
  let token = await server.enter('tudo@x.br')
  let calls = 0
  const ask: LimitsServer['ask'] = async (method, url, body, headers = {}) => {
    // Each from an address of its own: limits by address are another test's.
    calls += 1
    const address = `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
    const send = () =>
      server.app.inject({
        method: method as Method,
        url,
        headers: { 'x-forwarded-for': address, ...(token === GUEST ? {} : { authorization: token }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
    let reply = await send()
    if (reply.statusCode === 401) {
      // The call before ended the session.
      token = (await server.enter('tudo@x.br')) ?? GUEST
      reply = await send()
    }
    return { status: reply.statusCode, text: reply.body }
  }
  const document: unknown = JSON.parse((await ask('GET', '/api/openapi.json')).text)
  return { server, model, calls: callsOf(document), lojaId, rows, ask }
}

/** One row of every table, empty but for its store. */
async function oneRowEach(model: Model, lojaId: number, server: TestServer): Promise<Map<string, unknown>> {
  const q = server.context.database.system
  const byTable = new Map<string, unknown>()
  const found = new Map<string, unknown>()
  for (const { name, table, scope, textKey, fields } of Object.values(model.registers).filter(each => each.stored !== false)) {
    if (scope === 'self') byTable.set(table, lojaId)
    if (!byTable.has(table)) {
      const columns = {
        ...(scope === 'store' || fields.some(field => field.name === 'lojaId') ? { lojaId } : {}),
        ...(textKey ? { id: '12345678' } : {}),
      }
      const names = Object.keys(columns)
      const text =
        names.length === 0
          ? `INSERT INTO "${table}" DEFAULT VALUES RETURNING id`
          : `INSERT INTO "${table}" (${names.map(one => `"${one}"`).join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')}) ON CONFLICT DO NOTHING RETURNING id`
      const { rows } = await q.query(text, Object.values(columns)).catch(() => ({ rows: [] }))
      byTable.set(table, rows[0]?.id ?? 1)
    }
    found.set(name, byTable.get(table))
  }
  return found
}

import { openDeliveryApp } from '../../../src/plugins/deliveryApp/server.ts'
import { createStubDatabase } from '../../../src/plugins/deliveryApp/stubServer.ts'
import { type StubRequest, type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { claimPresentValues } from '../../../src/server/write/store/claimPresentValues.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

type Row = Record<string, unknown> & { readonly id: number }

/** A server with a delivery app of its own beside it, a store with a name in the app, and people. */
export interface DigitalShop {
  readonly server: TestServer
  readonly app: StubServer
  readonly store: number
  readonly other: number
  readonly tokens: Readonly<Record<'dona' | 'cozinha' | 'caixa' | 'outra' | 'plataforma', string>>
  /** Returns the answer to a call; it must succeed. */
  ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, token?: string): Promise<Row>
  /** Status and message of a call. */
  said(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, token?: string): Promise<[number, string]>
  /** Returns the value that the app's database holds at a place. */
  held(...steps: string[]): Promise<unknown>
  /** Returns the writes of the app since that many requests. */
  writes(since?: number): StubRequest[]
  close(): Promise<void>
}

export async function openDigitalShop(env: Readonly<Record<string, string>> = {}): Promise<DigitalShop> {
  const app = await startStubServer(createStubDatabase())
  const server = await openServer(undefined, {
    plugins: [openDeliveryApp],
    env: {
      DELIVERY_APP_URL: app.address,
      APP_URL: 'https://cardapio.exemplo.com.br/',
      KDS_URL: 'https://kds.exemplo.com.br/',
      ...env,
    },
  })
  const store = await server.addStore('Casa')
  const other = await server.addStore('Alheia')
  const q = server.context.database.system
  await q.query(
    `UPDATE lojas SET uuid = 'chave-' || id, cardapio_digital = true, "publicarLojaFisica" = true, "appDeliveryUri" = 'app-' || id, "appEntrega" = true`,
  )
  await server.context.database.asOwner(system => claimPresentValues(system, server.context.service.model()))
  const enter = async (name: string, lojaId: number | undefined, values: object, user: object = {}): Promise<string> => {
    const email = `${name}@x.br`
    const id = await server.addUser(email, { ...user })
    if (lojaId !== undefined) await server.tie(id, lojaId, { email, ...values })
    return server.enter(email)
  }
  const tokens = {
    dona: await enter('dona', store, { type: 1 }),
    cozinha: await enter('cozinha', store, { cardapio_ver: true, cadastros_ver: true }),
    caixa: await enter('caixa', store, { cardapio_ver: true, cardapio_publicar: true }),
    outra: await enter('outra', other, { type: 1 }),
    plataforma: await enter('plataforma', undefined, {}, { admin: true }),
  }
  const send: (...asked: Parameters<DigitalShop['ask']>) => ReturnType<TestServer['call']> = (
    method,
    path,
    body,
    token = tokens.dona,
  ) => server.call(token, method, `/api/${path}`, body)
  return {
    server,
    app,
    store,
    other,
    tokens,
    ask: async (...asked) => {
      const reply = await send(...asked)
      if (reply.statusCode >= 300) throw new Error(`${asked.slice(0, 2).join(' ')}: ${reply.body}`)
      return reply.json() as Row
    },
    said: async (...asked) => {
      const { statusCode, body } = await send(...asked)
      return [statusCode, JSON.parse(body).error?.message ?? '']
    },
    held: async (...steps) => (await fetch(`${app.address}/${steps.join('/')}.json`)).json(),
    writes: (since = 0) => app.requests.slice(since).filter(({ method }) => method !== 'GET'),
    close: async () => {
      await server.close()
      await app.close()
    },
  }
}

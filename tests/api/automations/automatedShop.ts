import type { Model } from '../../../src/model/model.ts'
import { readModel } from '../../../src/model/read.ts'
import { openWebhooks } from '../../../src/server/features/automations/outgoing.ts'
import { readDefinitionFiles, schemasFolder } from '../../../src/server/start/definitionFiles.ts'
import { type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { openReceiver, type Receiver } from './receiver.ts'

/** The product's definitions with these automations, and other files, beside its own. */
export function modelWith(automations: Readonly<Record<string, object>>, others: Readonly<Record<string, object>> = {}): Model {
  const more = Object.entries(automations).map(([name, value]) => ({
    path: `automations/${name}.json`,
    text: JSON.stringify(value),
  }))
  const files = Object.entries(others).map(([path, value]) => ({ path, text: JSON.stringify(value) }))
  const { model, problems } = readModel([...readDefinitionFiles(schemasFolder, []), ...more, ...files])
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return model
}

/** Two stores with automations, a system that takes their calls, and a mailbox. */
export interface AutomatedShop {
  readonly server: TestServer
  readonly receiver: Receiver
  readonly post: MailCatcher
  readonly stores: { readonly ours: number; readonly theirs: number }
  readonly tokens: { readonly dona: string; readonly caixa: string; readonly outra: string }
  q<T extends Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<T[]>
  call(token: string, path: string, body: object): ReturnType<TestServer['call']>
  /** Switches one on in our store, with an address where one is given; gives the secret of that. */
  switchOn(automacao: string, path?: string): Promise<string>
  /** Does everything that is due. */
  work(): Promise<void>
  /** Makes what was put off due. */
  due(): Promise<void>
  /** Runs of an automation in our store, with their steps, the oldest first. */
  runs(automacao: string): Promise<
    {
      situacao: string
      motivo: string | null
      passos: { situacao: string; passo: string; falha: string | null; resposta: string | null; tentativas: number }[]
      id: number
    }[]
  >
  close(): Promise<void>
}

export async function openAutomatedShop(model: Model, quotas?: boolean): Promise<AutomatedShop> {
  let addresses = 0
  const receiver = await openReceiver()
  const post = await openMailCatcher()
  const mail = { url: post.url, from: 'Loja <loja@teste.br>' }
  const webhooks = openWebhooks(new Set([receiver.host]), undefined, 500)
  const server = await openServer(model, { mail, webhooks, ...(quotas === undefined ? {} : { quotas }) })
  const stores = { ours: await server.addStore('Padaria da Ana'), theirs: await server.addStore('Bar do Beto') }
  const tokens = {
    dona: await server.enterStore('dona', stores.ours, { type: 1 }),
    caixa: await server.enterStore('caixa', stores.ours, { caixa_operar: true, contas_ver: true }),
    outra: await server.enterStore('outra', stores.theirs, { type: 1 }),
  }
  const { system } = server.context.database
  const call: AutomatedShop['call'] = (token, path, body) => server.call(token, 'POST', `/api/${path}`, body)
  return {
    server,
    receiver,
    post,
    stores,
    tokens,
    call,
    q: async (text, params) => (await system.query(text, params)).rows as never,
    async switchOn(automacao, path) {
      const lojaId = stores.ours
      if (path === undefined) {
        await call(tokens.dona, 'Automacoes_loja/save', { lojaId, automacao })
        return ''
      }
      const made = (
        await call(tokens.dona, 'Webhooks/save', {
          lojaId,
          nome: `Endereço ${++addresses}`,
          endereco: `http://${receiver.host}${path}`,
        })
      ).json()
      await call(tokens.dona, 'Automacoes_loja/save', { lojaId, automacao, webhookId: made.id })
      return (await call(tokens.dona, 'automacoes/segredo', { lojaId, id: made.id })).json().segredo
    },
    async work() {
      // One may start another.
      for (let round = 0; round < 8; round++)
        for (const worker of Object.values(server.context.automationWorkers)) await worker.deliver()
      await server.context.noticeWorkers.look.deliver()
      await server.context.mailWorker.deliver()
    },
    due: async () => void (await system.query(`UPDATE system.queue SET "dueAt" = now() WHERE queue LIKE 'automation%'`)),
    async runs(automacao) {
      const filter = JSON.stringify({ where: { automacao }, order: 'id ASC', limit: 100, include: ['passos'] })
      const url = `/api/Automacao_execucoes?lojaId=${stores.ours}&filter=${encodeURIComponent(filter)}`
      return (await server.call(tokens.dona, 'GET', url)).json()
    },
    async close() {
      await server.close()
      await receiver.close()
      await post.close()
    },
  }
}

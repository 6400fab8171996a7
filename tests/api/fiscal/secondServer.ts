import { apiClient, type ServerProcess, startProcess } from '../fixtures/serverProcess.ts'
import type { FiscalShop } from './fiscalShop.ts'

/** Another server on the database of a shop, which may die while it works. */
export interface SecondServer {
  /** Starts it anew, to die at that fault point where one is named; gives the signal that ends it. */
  start(point?: string): Promise<{ readonly died: Promise<string | null> }>
  /** A call of it; undefined once it is gone. */
  ask(path: string, body: object): Promise<Record<string, unknown> | undefined>
  end(): Promise<unknown>
}

/** `shop` is asked for when a server starts: it opens after the tests are read. */
export function secondServer(shop: () => FiscalShop): SecondServer {
  let second: ServerProcess | undefined
  const call = apiClient(() => second?.address ?? '')
  return {
    async start(point = '') {
      const { server, env } = shop()
      const { database, service } = server.context
      const settings = { ...env, DATABASE_URL: database.url, DATA_DIR: service.dataDir, FAULT_POINT: point }
      const started = await startProcess(service.dataDir, ['--no-pages'], settings)
      second = started
      return { died: new Promise(told => started.child.once('exit', (_, signal) => told(signal))) }
    },
    async ask(path, body) {
      try {
        const reply = await call('POST', path, shop().token, { lojaId: shop().store, ...body })
        return { status: reply.status, ...(reply.body as object) }
      } catch (error) {
        if (error instanceof TypeError || error instanceof SyntaxError) return undefined
        throw error
      }
    },
    end: async () => second?.end('SIGKILL'),
  }
}

/** As if the time of the server that is gone were over: the shop's own takes what it had. */
export async function takeOver({ run, server }: FiscalShop): Promise<void> {
  await run('UPDATE "NFe_transmissaos" SET reservada_ate = NULL')
  await run(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'sefaz'`)
  await run('UPDATE "Loja_contingencias" SET ultima_falha = NULL')
  for (const worker of server.context.workers) await worker.deliver()
}

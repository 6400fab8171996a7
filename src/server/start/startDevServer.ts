import { createServer as createHttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import { createApp } from '../app.ts'
import type { AppContext } from '../appContext.ts'
import { callContracts } from '../operations/callContracts.ts'
import { runtimeOperations } from '../runtimeOperations.ts'
import { schemasFolder } from './definitionFiles.ts'
import { watchDefinitions } from './watchDefinitions.ts'

const configFile = fileURLToPath(new URL('../../../vite.config.ts', import.meta.url))

/** The server as developers run it: Vite in front with hot reload of browser code, and definitions read again when they change. */
export const startDevServer = async (context: AppContext): Promise<FastifyInstance> => {
  const server = createHttpServer()
  const vite = await createServer({ configFile, server: { middlewareMode: true, ws: { server } }, appType: 'spa' })
  const app = await createApp(context, {
    server: handler => {
      server.on('request', (request, response) => {
        if (/^\/(api|files|healthz|readyz)(\/|\?|$)/i.test(request.url ?? '')) handler(request, response)
        else vite.middlewares(request, response, () => handler(request, response))
      })
      return server
    },
  })
  const calls = callContracts([...runtimeOperations, ...context.domain.operations])
  const stop = watchDefinitions(schemasFolder, context, text => console.log(text), calls)
  app.addHook('preClose', async () => {
    stop()
    await vite.close()
  })
  return app
}

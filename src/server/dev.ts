import { watch } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import { createApp } from './app.ts'
import { problemText, readDefinitions, schemasFolder } from './definitions.ts'
import type { House } from './service.ts'
import { applyModel } from './tables/apply.ts'

const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))

/** Milliseconds without a change after which definitions are read: editors write a file in several steps. */
const calm = 40

/** The server as developers run it: Vite in front with hot reload of browser code, and definitions read again when they change. */
export const openWorkshop = async (house: House): Promise<FastifyInstance> => {
  const server = createHttpServer()
  const vite = await createServer({ configFile, server: { middlewareMode: true, hmr: { server } }, appType: 'spa' })
  const app = await createApp(house, {
    server: handler => {
      server.on('request', (request, response) => {
        if (/^\/(api|files|healthz|readyz)(\/|\?|$)/i.test(request.url ?? '')) handler(request, response)
        else vite.middlewares(request, response, () => handler(request, response))
      })
      return server
    },
  })
  const stop = watchDefinitions(schemasFolder, house)
  app.addHook('preClose', async () => {
    stop()
    await vite.close()
  })
  return app
}

/** Brings changed definitions into force: read, checked, tables updated, browsers told. */
export const watchDefinitions = (folder: string, house: House): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      turn = turn.then(() => reload(folder, house)).catch(error => console.error(error instanceof Error ? error.message : error))
    }, calm)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** What the tables refuse leaves the former definitions in force. */
const reload = async (folder: string, house: House): Promise<void> => {
  const started = performance.now()
  const { model, problems, migrations } = readDefinitions(folder)
  for (const problem of problems) console.error(problemText(problem))
  if (model.hash === house.service.model().hash) return
  const { steps, notices } = await applyModel(house.database, model, migrations)
  for (const notice of notices) console.warn(notice)
  house.takeModel(model)
  console.log(`Definitions in force after ${Math.round(performance.now() - started)} ms; ${steps.length} changes of tables.`)
}

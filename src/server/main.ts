import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { areas } from '../domain/all.ts'
import type { ReadModel } from '../model/read.ts'
import { openCardProviders } from '../plugins/cardProviders/server.ts'
import { openCep } from '../plugins/cep/server.ts'
import { openChatbot } from '../plugins/chatbot/server.ts'
import { openCnpj } from '../plugins/cnpj/server.ts'
import { openCouriers } from '../plugins/couriers/server.ts'
import { openDeliveryApp } from '../plugins/deliveryApp/server.ts'
import { openDistance } from '../plugins/distance/server.ts'
import { openEan } from '../plugins/ean/server.ts'
import { openIFood } from '../plugins/ifood/server.ts'
import { openMercadoPago } from '../plugins/mercadoPago/server.ts'
import { openNfe } from '../plugins/nfe/server.ts'
import { openSefaz } from '../plugins/sefaz/server.ts'
import { createApp } from './app.ts'
import { type AppContext, createAppContext } from './appContext.ts'
import { compose } from './compose.ts'
import type { ServerDatabase } from './database/serverDatabase.ts'
import { startDatabase } from './database/startDatabase.ts'
import { readMailSettings } from './features/mail/mailSettings.ts'
import { closeInOrder } from './http/closing.ts'
import { createLogger } from './http/log/logger.ts'
import { pagesFolder } from './http/pages.ts'
import { createIntegrationHealth } from './integrations/integrationHealth.ts'
import { closePlugins, openPlugins } from './openPlugins.ts'
import { exitCode } from './process/restart.ts'
import { readSettings, type Settings } from './settings.ts'
import { arePagesStale, buildPages } from './start/buildPages.ts'
import { schemasFolder } from './start/definitionFiles.ts'
import { readDefinitions } from './start/definitions.ts'
import { troubleLines } from './start/definitionTrouble.ts'
import { loadDemoOnce } from './start/loadDemoOnce.ts'
import { spreadTables } from './start/spreadTables.ts'
import { startDefinitions } from './start/startDefinitions.ts'
import { startJobs } from './start/startJobs.ts'
import { openFileHome } from './storage/openFileHome.ts'
import { applyModel, planModel } from './tables/applyModel.ts'
import { unfitRows, unfitRowsText } from './tables/unfitRows.ts'
import { startTracing } from './tracing/startTracing.ts'

/** The integrations, each a server plugin of its own. */
const integrations = [
  openCep,
  openCnpj,
  openEan,
  openDeliveryApp,
  openSefaz,
  openNfe,
  openIFood,
  openCouriers,
  openCardProviders,
  openMercadoPago,
  openChatbot,
  openDistance,
]

/**
 * `--dev`: hot reload. `--plan`: prints what the tables need and does nothing. `--distribute`: spreads the rows of a database over the
 * machines that it has, and ends. `--no-pages`: the API alone. `--lenient`: starts without
 * definitions that are wrong.
 */
const main = async (args: readonly string[]): Promise<void> => {
  const settings = readSettings()
  const log = createLogger()
  if (args.includes('--plan')) return printPlan(settings, log)
  if (args.includes('--distribute')) return spreadTables(settings, log, compose(areas).tables)
  const dev = args.includes('--dev')
  const started = Date.now()
  const pages = !dev && !args.includes('--no-pages')
  const building = pages && arePagesStale() ? buildPages() : Promise.resolve()
  // Told below, when it is waited for.
  building.catch(() => undefined)
  const endTracing = await startTracing()
  const context = await openAppContext(settings, log, dev ? 'dev' : args.includes('--lenient') ? 'lenient' : 'strict')
  try {
    // The demo company fills many registers, which must all be there.
    const demo = await loadDemoOnce(context, settings.demo && context.trouble(true) === undefined)
    await building
    const app = dev ? await developing(context) : await createApp(context, pages ? { pages: pagesFolder } : {})
    await app.listen({ port: settings.port, host: settings.host })
    closeOnSignal(app, context, endTracing, log)
    startJobs(context)
    greet(app, demo, Date.now() - started)
  } catch (error) {
    await context.close()
    throw error
  }
}

/** What becomes of definitions that are wrong: nothing starts, or it does on their last good versions or without them. */
type DefinitionMode = 'strict' | 'lenient' | 'dev'

const openAppContext = async (settings: Settings, log: Logger, mode: DefinitionMode): Promise<AppContext> => {
  const health = createIntegrationHealth()
  const plugins = await openPlugins(integrations, {
    env: process.env,
    demo: settings.demo,
    dataDir: settings.dataDir,
    log,
    health,
  })
  let database: ServerDatabase | undefined
  try {
    const files = await openFileHome(settings.dataDir)
    // Work goes on without pictures: a storage that is away keeps no server from starting.
    files.probe().catch(error => log.error({ err: error }, 'file storage unreachable'))
    const domain = compose([...areas, ...plugins])
    const read = startDefinitions(settings.dataDir, mode !== 'strict', {
      effects: Object.keys(domain.effects),
      addresses: process.env,
    })
    const lines = tell(read)
    const { model, migrations } = read
    database = await startDatabase(settings, log)
    const { notices, migrations: ran } = await applyModel(database, model, migrations, domain.tables)
    for (const notice of notices) log.warn(notice)
    for (const name of ran) log.info({ migration: name }, 'migration ran')
    return await createAppContext({
      database,
      model,
      log,
      dataDir: settings.dataDir,
      files,
      domain,
      plugins,
      health,
      mail: readMailSettings(),
      trouble: lines.length > 0 ? { lines, kept: read.kept } : undefined,
      developing: mode === 'dev',
    })
  } catch (error) {
    await closePlugins(plugins)
    await database?.close()
    throw error
  }
}

const developing = async (context: AppContext): Promise<FastifyInstance> => {
  const { startDevServer } = await import('./start/startDevServer.ts')
  return startDevServer(context)
}

/** Prints what is wrong with the definitions. */
const tell = (read: ReadModel): string[] => {
  const lines = troubleLines(read)
  for (const line of lines) console.error(line)
  return lines
}

const printPlan = async (settings: Settings, log: Logger): Promise<void> => {
  const read = readDefinitions(schemasFolder, { effects: Object.keys(compose(areas).effects) })
  tell(read)
  const { model, migrations } = read
  const database = await startDatabase(settings, log)
  try {
    const plan = await planModel(database, model, migrations)
    for (const name of plan.migrations) console.log(`-- migration ${name}`)
    for (const step of plan.steps) console.log(`${step};`)
    for (const notice of plan.notices) console.log(`-- ${notice}`)
    for (const { table, column, why, file, statement } of plan.refusals)
      console.log(`-- refused: ${table}.${column}: ${why}\n--   ${file}: ${statement}`)
    if (plan.steps.length + plan.migrations.length + plan.refusals.length === 0)
      console.log('-- The tables are as the definitions want them.')
    // Nothing of it stops a start: such a row can be read, and saved once the field is put right.
    for (const unfit of await database.asOwner(q => unfitRows(q, model))) console.log(`-- ${unfitRowsText(unfit)}`)
  } finally {
    await database.close()
  }
}

/** Ends in good order: no new requests, the running ones finish, then the database. */
const closeOnSignal = (app: FastifyInstance, context: AppContext, endTracing: () => Promise<void>, log: Logger): void => {
  let closing = false
  const close = async (): Promise<void> => {
    if (closing) process.exit(1)
    closing = true
    await closeInOrder(app)
    await context.close()
    await endTracing()
    process.exit(exitCode())
  }
  // Who started it is gone: nobody would end it.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      close().catch(error => {
        log.error({ err: error }, 'closing failed')
        process.exit(1)
      })
    })
}

const greet = (app: FastifyInstance, demo: boolean, took: number): void => {
  const bound = app.server.address()
  const address = typeof bound === 'object' ? bound : undefined
  const host = address?.family === 'IPv6' ? `[${address.address}]` : address?.address
  const lines = [`Retaguarda: http://${host}:${address?.port}  (started in ${(took / 1000).toFixed(1)} s)`]
  if (demo) {
    lines.push(
      '',
      '  admin@demo.com.br        platform administrator',
      '  dono@demo.com.br         owner of 3 stores',
      '  funcionario@demo.com.br  employee of the first store',
      '  password: demo1234',
    )
  }
  console.log(lines.join('\n'))
}

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
})

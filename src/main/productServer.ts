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
import { createApp } from '../server/app.ts'
import { type AppContext, createAppContext } from '../server/appContext.ts'
import { compose } from '../server/compose.ts'
import type { ServerDatabase } from '../server/database/serverDatabase.ts'
import { startDatabase } from '../server/database/startDatabase.ts'
import { readMailSettings } from '../server/features/mail/mailSettings.ts'
import { pagesFolder } from '../server/http/pages.ts'
import { createIntegrationHealth } from '../server/integrations/integrationHealth.ts'
import { closePlugins, openPlugins } from '../server/openPlugins.ts'
import { callContracts } from '../server/operations/callContracts.ts'
import { runtimeOperations } from '../server/runtimeOperations.ts'
import type { Settings } from '../server/settings.ts'
import { arePagesStale, buildPages } from '../server/start/buildPages.ts'
import { noticeLines, troubleLines } from '../server/start/definitionTrouble.ts'
import { loadDemoOnce } from '../server/start/loadDemoOnce.ts'
import { type StartDefinitions, startDefinitions } from '../server/start/startDefinitions.ts'
import { startJobs } from '../server/start/startJobs.ts'
import { openFileStorage } from '../server/storage/openFileStorage.ts'
import { applyModel } from '../server/tables/applyModel.ts'
import { fillFigures } from '../server/write/figures/figureColumns.ts'
import { fillFollowed } from '../server/write/follows/followReferences.ts'
import { claimPresentValues } from '../server/write/store/claimPresentValues.ts'
import { keepShippedRoles } from '../server/write/store/shippedRoles.ts'

/** The integrations, each a server plugin of its own. */
export const integrations = [
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

/** The fate of wrong definitions: nothing starts, or it does on their last good versions or without them. */
export type DefinitionMode = 'strict' | 'lenient' | 'dev'

export interface ProductServerOptions {
  readonly settings: Settings
  readonly log: Logger
  readonly mode: DefinitionMode
  /** false: the API alone. */
  readonly pages: boolean
  /** Where integrations, mails and files find their services. */
  readonly env?: NodeJS.ProcessEnv
  /** Definitions that were read and checked before; without them the server reads its own. */
  readonly definitions?: StartDefinitions
}

/** The product, listening. */
export interface ProductServer {
  readonly app: FastifyInstance
  readonly context: AppContext
  /** Whether the demo company is there. */
  readonly demo: boolean
  /** Ends the jobs: none starts any more, and those at work are told. */
  endJobs(): void
}

/** Starts the whole product: database, definitions, areas, integrations, pages and jobs. */
export async function startProductServer(options: ProductServerOptions): Promise<ProductServer> {
  const { settings, mode, pages } = options
  const building = pages && mode !== 'dev' && arePagesStale() ? buildPages() : Promise.resolve()
  // Told below, when it is waited for.
  building.catch(() => undefined)
  const context = await openContext(options)
  try {
    // The demo company fills many registers, which must all be there.
    const demo = await loadDemoOnce(context, settings.demo && context.trouble(true) === undefined)
    await building
    const app = mode === 'dev' ? await developing(context) : await createApp(context, pages ? { pages: pagesFolder } : {})
    await app.listen({ port: settings.port, host: settings.host })
    return { app, context, demo, endJobs: startJobs(context) }
  } catch (error) {
    await context.close()
    throw error
  }
}

async function openContext({ settings, log, mode, env = process.env, definitions }: ProductServerOptions): Promise<AppContext> {
  const health = createIntegrationHealth()
  const { demo, dataDir } = settings
  const plugins = await openPlugins(integrations, { env, demo, dataDir, log, health })
  let database: ServerDatabase | undefined
  try {
    const files = await openFileStorage(dataDir, env)
    // Work goes on without pictures: a storage that is away keeps no server from starting.
    files.probe().catch(error => log.error({ err: error }, 'file storage unreachable'))
    const domain = compose([...areas, ...plugins])
    const read =
      definitions ??
      startDefinitions(dataDir, mode !== 'strict', {
        effects: Object.keys(domain.effects),
        addresses: env,
        calls: callContracts([...runtimeOperations, ...domain.operations]),
      })
    const lines = printTrouble(read)
    const { model, migrations } = read
    database = await startDatabase(settings, log)
    const { notices, migrations: ran } = await applyModel(database, model, migrations, domain.tables, {
      dropsEmpty: mode === 'dev',
    })
    await database.asOwner(q => keepShippedRoles(q, model))
    await database.asOwner(q => fillFollowed(q, model))
    await database.asOwner(q => fillFigures(q, model))
    const conflicts = await database.asOwner(q => claimPresentValues(q, model))
    for (const notice of [...noticeLines(read), ...notices, ...conflicts]) log.warn(notice)
    for (const name of ran) log.info({ migration: name }, 'migration ran')
    return await createAppContext({
      database,
      model,
      log,
      dataDir,
      files,
      domain,
      plugins,
      health,
      mail: readMailSettings(env),
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
  const { startDevServer } = await import('../server/start/startDevServer.ts')
  return startDevServer(context)
}

/** Prints what is wrong with the definitions. */
export const printTrouble = (read: ReadModel): string[] => {
  const lines = troubleLines(read)
  for (const line of lines) console.error(line)
  return lines
}

import type { Logger } from 'pino'
import type { Model } from '../model/model.ts'
import { type Access, createAccess } from './access/access.ts'
import type { Service } from './access/caller.ts'
import type { ServerDatabase } from './database/pool.ts'
import { secretsOfInstallation } from './database/secret.ts'
import { type EventBus, openEventBus } from './features/events/eventBus.ts'
import type { MailSettings } from './features/mail/mailSettings.ts'
import { openMailTransport } from './features/mail/mailTransport.ts'
import { type MailWorker, startMailWorker } from './features/mail/mailWorker.ts'
import type { OpenOperation, Operation } from './operations/operation.ts'
import { closePlugins, integrationHooksOf, type Plugin } from './plugin.ts'

/** The server's inside: what routes get, and what only wiring touches. */
export interface AppContext {
  readonly service: Service
  readonly access: Access
  readonly hub: EventBus
  readonly database: ServerDatabase
  /** Sends the mails of the outbox. */
  readonly carrier: MailWorker
  /** The calls of the integrations. */
  readonly operations: readonly (Operation | OpenOperation)[]
  /** Puts another Model in force. */
  takeModel(model: Model): void
  close(): Promise<void>
}

export interface AppContextOptions {
  readonly database: ServerDatabase
  readonly model: Model
  readonly log: Logger
  readonly dataDir: string
  readonly plugins?: readonly Plugin[]
  /** How mails leave; without it as files. */
  readonly mail?: MailSettings
}

export const createAppContext = async ({
  database,
  model,
  log,
  dataDir,
  plugins = [],
  mail,
}: AppContextOptions): Promise<AppContext> => {
  let current = model
  const access = createAccess(database.system, () => current)
  const hub = await openEventBus(database.url, database.system, log)
  hub.listen(news => {
    if (news.kind === 'change') access.forget(news.change)
    if (news.kind === 'session') access.forgetSession(news.token)
  })
  const send = openMailTransport(mail ?? { url: undefined, from: undefined }, dataDir)
  const carrier = startMailWorker({ q: database.system, secrets: () => secretsOfInstallation(dataDir), send, log })
  const service: Service = {
    model: () => current,
    database,
    log,
    dataDir,
    publish: change => {
      // At once here; by the database at the other servers.
      access.forget(change)
      hub.tell({ kind: 'change', change })
    },
    outside: integrationHooksOf(plugins),
    mailWaits: () => carrier.wake(),
    hear: listener => {
      hub.listen(news => {
        if (news.kind === 'change') listener(news.change)
      })
    },
  }
  return {
    service,
    access,
    hub,
    database,
    carrier,
    operations: plugins.flatMap(plugin => plugin.operations),
    takeModel: next => {
      current = next
      access.forget()
      hub.tell({ kind: 'model', hash: next.hash })
    },
    close: async () => {
      await hub.close()
      await Promise.all([closePlugins(plugins), carrier.close()])
      await database.close()
    },
  }
}
